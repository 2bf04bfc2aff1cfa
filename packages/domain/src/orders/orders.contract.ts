import type { Contract } from '../kernel/contract.ts'

export const ordersContract = {} as const satisfies Contract
