import { useSyncExternalStore } from 'react'
import { onStored, readStored } from './storage.ts'

/** Whether a session token is kept; follows sign-in and sign-out. */
export const useSignedIn = (): boolean => useSyncExternalStore(onStored, () => readStored('token') !== null)
