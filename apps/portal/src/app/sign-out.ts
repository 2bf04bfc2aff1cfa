import { forgetThisDevice } from '../features/notices/this-device.ts'
import { call } from '../lib/request.ts'
import { endSession } from '../lib/session-end.ts'
import { readStored } from '../lib/storage.ts'

/** Signs out at once; the call that ends the session is sent meanwhile. Offline, the token expires by itself. */
export function signOut(): void {
  const leaving = readStored('token') ? call('POST /v1/authentication/logout') : Promise.resolve()
  leaving.catch(() => undefined)
  // Ends the push subscription of this browser: its next person is asked anew.
  forgetThisDevice().catch(() => undefined)
  endSession()
}
