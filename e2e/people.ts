import {
  createTownClient,
  codeSentTo as lastCodeSentTo,
  signIn as signInBySms,
  type TownClient,
} from '@parvis/harness/town/town-client'
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import jsQR from 'jsqr'
import sharp from 'sharp'

export type BusinessType = 'commerce' | 'association' | 'entreprise' | 'mairie'

export type Owner = { token: string; phone: string; companyId: string; name: string }

/** A mobile number that nobody else of the run has. */
export function newPhone(): string {
  return `06${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`
}

/** A town of its own: its agenda holds what this journey publishes. */
export const ownZip = () => String(10_000 + Math.floor(Math.random() * 80_000))

/** A well-formed SIRET that no registry knows: the sum of its first nine digits is right. */
export function newSiret(): string {
  const digits = Array.from({ length: 8 }, () => Math.floor(Math.random() * 10))
  const sum = digits.reduce((total, digit, index) => total + weighted(digit, index), 0)
  const siren = [...digits, (10 - (sum % 10)) % 10].join('')
  return siren === '000000000' ? newSiret() : `${siren}00012`
}

/** An association number: W and nine characters. */
export function newRna(): string {
  return `W${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`
}

function weighted(digit: number, index: number): number {
  const value = index % 2 === 0 ? digit : digit * 2
  return value > 9 ? value - 9 : value
}

/** The last code sent to a phone, from the development outbox. */
export async function codeSentTo(request: APIRequestContext, phone: string): Promise<string> {
  return await lastCodeSentTo(clientOf(request), phone)
}

/** A person with a session and a profile, by the API. */
export async function newPerson(
  request: APIRequestContext,
  phone = newPhone(),
  zipCode = '92110',
): Promise<{ token: string; phone: string }> {
  const client = clientOf(request)
  const token = await signInBySms(client, phone)
  const body = {
    first_name: 'Marie',
    last_name: 'Durand',
    date_of_birth: '1990-12-31',
    email: `marie-${phone}@exemple.fr`,
    zip_code: zipCode,
    city: 'Clichy',
  }
  await client.call('POST /v1/profile/update', { token, body })
  return { token, phone }
}

/** A person who has registered a business and not completed it yet. */
export async function newRegistered(request: APIRequestContext, type: BusinessType = 'commerce'): Promise<Owner> {
  const { token, phone } = await newPerson(request)
  const body = { type, siren: type === 'association' ? newRna() : newSiret(), membership: 'freemium' as const }
  const companyId = await clientOf(request).call('POST /v1/company/subscription', { token, body, as: 'multipart' })
  return { token, phone, companyId, name: '' }
}

type OwnerOptions = { type?: BusinessType; category?: string; name?: string; fields?: Record<string, string> }

const categories = { commerce: 'boulangerie', entreprise: 'boulangerie', association: 'sport', mairie: 'mairie' }

/** The owner of a completed business, by the API. */
export async function newOwner(request: APIRequestContext, options: OwnerOptions = {}): Promise<Owner> {
  return await completeCompany(request, await newRegistered(request, options.type), options)
}

/** Completes what somebody registered, by the API. */
export async function completeCompany(
  request: APIRequestContext,
  owner: Owner,
  { type = 'commerce', category = categories[type], name = 'Boulangerie Aux Deux Épis', fields = {} }: OwnerOptions,
): Promise<Owner> {
  await clientOf(request).call('POST /v1/company/:id/update-settings-and-openingHours', {
    params: { id: owner.companyId },
    token: owner.token,
    body: {
      companyId: owner.companyId,
      name,
      type,
      category,
      address: '12 Rue de Paris',
      city: 'Clichy',
      zipCode: '92110',
      description: '<p>Pain au levain et viennoiseries maison, cuits sur place toute la journée.</p>',
      email: 'contact@deux-epis.fr',
      phoneNumber: '0145678901',
      website: 'https://www.deux-epis.fr',
      openingHours: JSON.stringify([
        { daytype: 'tuesdays_to_saturdays', startTime: '07:00', endTime: '13:00', enabled: true },
        { daytype: 'tuesdays_to_saturdays', startTime: '15:30', endTime: '19:30', enabled: true },
      ]),
      ...fields,
    },
    files: {
      profileImage: jpeg(await picture(500, 500)),
      coverImage: jpeg(await picture(1200, 600)),
      'id-card-front': jpeg(await picture(800, 500)),
      'id-card-back': jpeg(await picture(800, 500)),
    },
  })
  return { ...owner, name }
}

/** A town hall with three services. */
export async function newHall(request: APIRequestContext): Promise<Owner> {
  const client = clientOf(request)
  const hall = await newOwner(request, { type: 'mairie', name: 'Mairie de Clichy' })
  const { token, companyId } = hall
  const [icon] = await client.call('GET /v1/municipality/icons', { token })
  for (const label of ['École', 'Piscine', 'Mairie']) {
    const content = 'https://www.ville.fr'
    const body = { type: 'LINK' as const, label, content, iconId: icon?.id ?? 0, cityId: companyId }
    await client.call('POST /v1/municipality/:id/service', { token, params: { id: companyId }, body })
  }
  return hall
}

/** Opens the portal with the session of somebody, and waits for the page. */
export async function signIn(page: Page, owner: { token: string }, path = '/company'): Promise<void> {
  await openAs(page, owner, path)
  // A busy machine is slow to show the first page.
  await page.locator('main h1').first().waitFor({ timeout: 45_000 })
}

/** Opens the portal with the session of somebody, whatever it then shows. */
export async function openAs(page: Page, { token }: { token: string }, path = '/company'): Promise<void> {
  // The lightest address of the portal's origin: the token is all that is wanted of it.
  await page.goto('/favicon.svg')
  await page.evaluate((value) => {
    localStorage.setItem('token', value)
    // The invitation to the app of the city would open over whatever takes ten seconds (P-021).
    sessionStorage.setItem('app-invitation', 'shown')
  }, token)
  await page.goto(path)
}

/** The first screen asks call by call, as when the one call for all of it fails: what follows changes what they answer. */
export const withoutStart = (page: Page) => page.route('**/v1/start*', (route) => route.fulfill({ status: 204 }))

/** Scrolls down until what is loaded when it is nearly seen is there: a map, the photos. */
export const scrollTo = (page: Page, awaited: Locator) =>
  expect(async () => {
    await page.evaluate(() => scrollBy(0, 600))
    await expect(awaited).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 10_000 })

/** A JPEG of these sizes, in a plain colour. */
export function picture(width: number, height: number, background = '#c98a4b'): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()
}

/** A file as a test chooses or sends it. */
export const upload = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer })

export const jpeg = (bytes: Buffer) => new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' })

/** The API, over the browser's own connections. */
export function clientOf(request: APIRequestContext): TownClient {
  return createTownClient(async ({ method, url, headers, payload }) => {
    const reply = await request.fetch(url, { method, headers, ...(payload && { data: payload }) })
    return { status: reply.status(), text: await reply.text(), headers: reply.headers() }
  })
}

/** What a phone reads in a picture; nothing when it reads no code. */
export async function readCode(image: Buffer): Promise<string | undefined> {
  const { data, info } = await sharp(image).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data
}
