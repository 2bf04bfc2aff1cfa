import type { Contract } from '../kernel/contract.ts'

export const messagesContract = {} as const satisfies Contract
