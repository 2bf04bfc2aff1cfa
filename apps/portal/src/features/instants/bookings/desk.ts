import type { AnswerOf } from '@parvis/domain/api'

export type Desk = AnswerOf<'GET /v1/instants/:id/bookings'>
export type DeskDate = Desk['dates'][number]
export type Person = NonNullable<Desk['people']>[number]
