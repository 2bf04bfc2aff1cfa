import type { Contract } from '../kernel/contract.ts'

export const municipalityContract = {} as const satisfies Contract
