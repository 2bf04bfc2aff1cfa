import type { Contract } from '../kernel/contract.ts'

export const statsContract = {} as const satisfies Contract
