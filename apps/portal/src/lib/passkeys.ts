import { proofTexts } from '@parvis/domain/access/proof-texts.fr'
import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { ApiError } from './api-error.ts'
import { call } from './request.ts'
import { enterWith } from './sign-in.ts'

// Imported on the click that needs it only: no page waits for the library.

/** The answer of a passkey that the person chooses, for one sign-in or one proof. Throws an ApiError. */
async function answerByPasskey() {
  const optionsJSON = await call('POST /v1/authentication/passkey-options', { anonymous: true })
  return await byBrowser(() => startAuthentication({ optionsJSON: optionsJSON as never }))
}

/** Opens a session by a passkey, without SMS. Throws an ApiError. */
export async function openByPasskey(): Promise<void> {
  const body = { response: await answerByPasskey(), app_id: 'WEB_APP' }
  enterWith(await call('POST /v1/authentication/passkey-session', { body, anonymous: true }))
}

/** Proves by a passkey that it is the person, in the session that is open. Throws an ApiError. */
export async function proveByPasskey(): Promise<void> {
  await call('POST /v1/account/second-proof', { body: { response: await answerByPasskey() } })
}

/** Makes a passkey on this device and answers the list. Throws an ApiError. */
export async function makePasskey() {
  const optionsJSON = await call('POST /v1/account/passkeys/options')
  const response = await byBrowser(() => startRegistration({ optionsJSON: optionsJSON as never }))
  return await call('POST /v1/account/passkeys', { body: { response } })
}

/** The browser says by the name of its error whether the device has one already; anything else is a window that was closed. */
async function byBrowser<T>(ask: () => Promise<T>): Promise<T> {
  return await ask().catch((error: unknown) => {
    const isKnown = error instanceof Error && error.name === 'InvalidStateError'
    const message = isKnown ? proofTexts.alreadyHere : proofTexts.notConfirmed
    throw new ApiError({ status: 0, code: 'PASSKEY_NOT_GIVEN', message })
  })
}
