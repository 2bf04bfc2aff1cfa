import type { Contract } from '../kernel/contract.ts'

export const registrationContract = {} as const satisfies Contract
