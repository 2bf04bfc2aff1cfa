import type { Contract } from '../kernel/contract.ts'

export const companyContract = {} as const satisfies Contract
