import { forgetThisDevice } from '../features/notices/this-device.ts'
import { call } from '../lib/request.ts'
import { endSession } from '../lib/session-end.ts'
import { readStored } from '../lib/storage.ts'

/** Leaves at once; the server is told with what is left of the session. Offline, the token dies by itself. */
export function signOut(): void {
  const leaving = readStored('token') ? call('POST /v1/authentication/logout') : Promise.resolve()
  leaving.catch(() => undefined)
  // The next person of this browser is asked anew.
  forgetThisDevice().catch(() => undefined)
  endSession()
}
