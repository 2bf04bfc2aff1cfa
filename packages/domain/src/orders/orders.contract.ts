import { z } from 'zod'
import type { Contract } from '../kernel/contract.ts'
import { flag, integer, leftOut, optionalText, pathId, pathUuid, writtenText } from '../kernel/fields.ts'
import { orderActions, orderStates } from './order-states.ts'

const orderId = z.object({ id: pathId() })
const ofOrder = { access: { through: 'order', atLeast: 'counter' }, params: orderId } as const

export const typedAmount = () => z.preprocess((value) => value ?? '', z.union([z.string().max(50), z.number()]))
const typedId = () => leftOut(integer())

const status = z.enum(['pending', 'validated', 'cancelled'])
/** What became of a validated order: beside the documented status, which stays `validated`. */
const step = z.enum(['ready', 'collected', 'not_collected'])

/** An order as its two sides read it; what one side alone reads is null for the other (time-and-orders.md 4.3). */
export const orderAnswer = z.object({
  id: z.number(),
  customerPickupDateTime: z.string(),
  customerOrderContent: z.string().nullable(),
  couponMessage: z.string(),
  minOrder: z.number(),
  status,
  step: step.nullable(),
  state: z.enum(orderStates),
  cancelledBy: z.enum(['resident', 'company']).nullable(),
  version: z.number(),
  allowed: z.array(z.enum(orderActions)),
  proposal: z
    .object({
      id: z.number(),
      by: z.literal('company'),
      pickupDateTime: z.string(),
      orderContent: z.string(),
      total: z.number(),
      note: z.string(),
      expiresAt: z.string(),
    })
    .nullable(),
  expiresAt: z.string().nullable(),
  slot: z.string().nullable(),
  picture: z.string().nullable(),
  flexible: z.boolean(),
  maxTotal: z.number().nullable(),
  code: z.string().nullable(),
  customer: z.object({ name: z.string(), noShows: z.number() }).nullable(),
  source: z.enum(['app', 'site', 'counter']),
  note: z.string(),
  seenAt: z.string().nullable(),
  history: z.array(
    z.object({
      at: z.string(),
      by: z.enum(['resident', 'company', 'clock']),
      what: z.string(),
      /** For members: the first name of who of the team acted. */
      who: z.string().nullable().optional(),
    }),
  ),
  promise: z.string(),
  total: z.number().nullable(),
  discussionId: z.string().nullable(),
  finalPickupDateTime: z.string().nullable(),
  finalOrderContent: z.string().nullable(),
  cancelMessage: z.string().nullable(),
})
export type OrderAnswer = z.output<typeof orderAnswer>

/** What a resident orders, through either door. */
export const orderingBody = {
  pickupDateTime: writtenText(),
  orderContent: writtenText(),
  slot: optionalText(),
  /** « Un peu avant ou après me va »; a form sends `on`. */
  flexible: z.preprocess((value) => (value === 'on' ? true : value || false), flag()).optional(),
  maxTotal: typedAmount().optional(),
}
export const placedAnswer = z.object({
  id: z.number(),
  discussionId: z.string(),
  state: z.enum(orderStates),
  promise: z.string(),
})
export const placingRefusals = [
  'CAC_NOT_AVAILABLE',
  'ORDERS_PAUSED',
  'ORDER_LIMIT',
  'SLOT_FULL',
  'DISCUSSION_BLOCKED',
] as const

/** `version` is that of the order as it was read; a time or a slot, or none to keep it. */
export const changeBody = z.object({
  version: typedId(),
  pickupDateTime: optionalText(),
  orderContent: writtenText().optional(),
  slot: optionalText(),
})
export type Changing = z.output<typeof changeBody>
export const acceptBody = z.object({ proposalId: typedId() })

const processed = ['ORDER_NOT_ALLOWED', 'ORDER_NOT_FOUND', 'ORDER_ALREADY_PROCESSED'] as const

const pickupSlotsAnswer = z.object({
  slotsOn: z.boolean(),
  pausedUntil: z.string().nullable(),
  preparation: z.number(),
  instruction: z.string(),
  photoAllowed: z.boolean(),
  days: z.array(
    z.object({
      date: z.string(),
      reason: z.string().nullable(),
      slots: z.array(z.object({ start: z.string(), left: z.number().nullable() })),
    }),
  ),
})

/** The quarters offered, the same through both doors. */
export const pickupSlotsCall = {
  params: z.object({ id: pathUuid() }),
  query: z.object({
    days: leftOut(integer().pipe(z.number().min(1).max(60))),
  }),
  answer: pickupSlotsAnswer,
  refusals: ['CAC_NOT_AVAILABLE', 'NOT_FOUND'],
} as const

/** Click-and-collect orders, negotiated since (time-and-orders.md 4.3). */
export const ordersContract = {
  readOrder: {
    summary: 'An order, for its company or its resident.',
    call: 'GET /v1/clickAndCollect/order/:id',
    ...ofOrder,
    answer: orderAnswer,
    refusals: ['ORDER_NOT_ALLOWED', 'ORDER_NOT_FOUND'],
  },
  validateOrder: {
    summary: 'Accepts a pending order with its final time, content and total; tells the resident.',
    call: 'POST /v1/clickAndCollect/order/:id/validate',
    ...ofOrder,
    body: z.object({ pickupDateTime: writtenText(), orderContent: writtenText(), total: typedAmount() }),
    answer: z.object({ discussionId: z.string() }),
    refusals: processed,
  },
  cancelOrder: {
    summary: 'Refuses a pending order with a reason; tells the resident.',
    call: 'POST /v1/clickAndCollect/order/:id/cancel',
    ...ofOrder,
    body: z.object({ cancelMessage: writtenText() }),
    answer: z.object({ discussionId: z.string() }),
    refusals: processed,
  },
  followUpOrder: {
    summary: 'Says that a validated order is being prepared, ready, collected or not collected; tells the resident.',
    call: 'POST /v1/clickAndCollect/order/:id/step',
    ...ofOrder,
    body: z.object({
      step: z
        .enum(['preparing', ...step.options])
        .optional()
        .catch(undefined),
    }),
    answer: z.object({ discussionId: z.string().nullable() }),
    refusals: processed,
  },
  changeOrder: {
    summary: 'The resident changes the time or the content of a request that is not accepted.',
    call: 'POST /v1/clickAndCollect/order/:id/change',
    ...ofOrder,
    body: changeBody,
    answer: orderAnswer,
    refusals: [...processed, 'ORDER_CHANGED', 'SLOT_FULL', 'ORDERS_PAUSED', 'ORDER_LIMIT'],
  },
  proposeOrder: {
    summary: 'The company proposes another time, content or price; a new proposal replaces the last.',
    call: 'POST /v1/clickAndCollect/order/:id/propose',
    ...ofOrder,
    body: z.object({
      version: typedId(),
      pickupDateTime: writtenText(),
      orderContent: writtenText(),
      total: typedAmount(),
      note: writtenText().optional(),
      expiresAt: optionalText(),
      overCapacity: z.preprocess((value) => value ?? false, flag()).optional(),
    }),
    answer: orderAnswer,
    refusals: [...processed, 'ORDER_CHANGED', 'SLOT_FULL'],
  },
  acceptOrder: {
    summary: 'The resident agrees to the proposal that they read, or the company for them.',
    call: 'POST /v1/clickAndCollect/order/:id/accept',
    ...ofOrder,
    body: acceptBody,
    answer: orderAnswer,
    refusals: [...processed, 'ORDER_CHANGED'],
  },
  withdrawOrder: {
    summary: 'The resident withdraws their order, an accepted one until its time less the preparation.',
    call: 'POST /v1/clickAndCollect/order/:id/withdraw',
    ...ofOrder,
    answer: orderAnswer,
    refusals: [...processed, 'TOO_LATE'],
  },
  revokeOrder: {
    summary: 'The company calls an accepted order off, with a reason; tells the resident.',
    call: 'POST /v1/clickAndCollect/order/:id/revoke',
    ...ofOrder,
    body: z.object({ reason: writtenText() }),
    answer: orderAnswer,
    refusals: processed,
  },
  undoOrder: {
    summary: 'Takes back the last step, by the person who made it, within 60 seconds.',
    call: 'POST /v1/clickAndCollect/order/:id/undo',
    ...ofOrder,
    answer: orderAnswer,
    refusals: ['ORDER_NOT_ALLOWED', 'ORDER_NOT_FOUND', 'UNDO_TOO_LATE'],
  },
  placeOrder: {
    summary: 'A resident orders; the order is a message of their conversation with the company.',
    call: 'POST /v1/app/companies/:id/orders',
    access: 'session',
    params: z.object({ id: pathUuid() }),
    body: z.object({ ...orderingBody, couponMessage: optionalText(), minOrder: typedAmount() }),
    files: { picture: 1 },
    answer: placedAnswer,
    refusals: placingRefusals,
  },
  readPickupSlots: {
    summary: 'The quarters of an hour offered for a pick-up, by day.',
    call: 'GET /v1/app/companies/:id/pickup-slots',
    access: 'public',
    ...pickupSlotsCall,
  },
} as const satisfies Contract
