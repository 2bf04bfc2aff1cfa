import type { Contract } from '../kernel/contract.ts'

export const agendaContract = {} as const satisfies Contract
