import type { Contract } from '../kernel/contract.ts'

export const residentsContract = {} as const satisfies Contract
