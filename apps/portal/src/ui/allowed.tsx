import type { ReactNode } from 'react'
import { type GuardedCall, useMay } from '../lib/may.ts'

/** Shows its children, or nothing, to whom the role does not open that call. */
export function Allowed({ call, children }: { call: GuardedCall; children: ReactNode }) {
  return useMay()(call) ? children : null
}
