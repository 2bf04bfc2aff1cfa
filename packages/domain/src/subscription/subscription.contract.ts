import type { Contract } from '../kernel/contract.ts'

export const subscriptionContract = {} as const satisfies Contract
