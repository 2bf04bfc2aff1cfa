import type { Contract } from '../kernel/contract.ts'

export const marketingContract = {} as const satisfies Contract
