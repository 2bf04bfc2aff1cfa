import type { Contract } from '../kernel/contract.ts'

export const instantsContract = {} as const satisfies Contract
