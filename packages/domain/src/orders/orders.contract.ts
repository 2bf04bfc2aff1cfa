import { z } from 'zod'
import type { Contract } from '../kernel/contract.ts'
import { longText, optionalText, pathId, pathUuid } from '../kernel/fields.ts'
import { orderActions } from './order-states.ts'

const orderId = z.object({ id: pathId() })

/** Absent and null read as empty: the rule says which one is missing. */
const typedText = () => z.preprocess((value) => value ?? '', longText())
const typedAmount = () => z.preprocess((value) => value ?? '', z.union([z.string().max(50), z.number()]))

const status = z.enum(['pending', 'validated', 'cancelled'])
/** What became of a validated order: beside the documented status, which stays `validated`. */
const step = z.enum(['ready', 'collected', 'not_collected'])

/** Click-and-collect orders (C-039 to C-042, AMB-109). */
export const ordersContract = {
  readOrder: {
    summary: 'An order, for its company or its resident.',
    method: 'GET',
    path: '/v1/clickAndCollect/order/:id',
    access: { through: 'order' },
    params: orderId,
    answer: z.object({
      id: z.number(),
      customerPickupDateTime: z.string(),
      customerOrderContent: z.string(),
      couponMessage: z.string(),
      minOrder: z.number(),
      status,
      step: step.nullable(),
      allowed: z.array(z.enum(orderActions)),
      total: z.number().nullable(),
      discussionId: z.string(),
      finalPickupDateTime: z.string().nullable(),
      finalOrderContent: z.string().nullable(),
      cancelMessage: z.string().nullable(),
    }),
    refusals: ['ORDER_NOT_ALLOWED', 'ORDER_NOT_FOUND'],
  },
  validateOrder: {
    summary: 'Accepts a pending order with its final time, content and total; tells the resident.',
    method: 'POST',
    path: '/v1/clickAndCollect/order/:id/validate',
    access: { through: 'order' },
    params: orderId,
    body: z.object({ pickupDateTime: typedText(), orderContent: typedText(), total: typedAmount() }),
    answer: z.object({ discussionId: z.string() }),
    refusals: ['ORDER_NOT_ALLOWED', 'ORDER_NOT_FOUND', 'ORDER_ALREADY_PROCESSED'],
  },
  cancelOrder: {
    summary: 'Refuses a pending order with a reason; tells the resident.',
    method: 'POST',
    path: '/v1/clickAndCollect/order/:id/cancel',
    access: { through: 'order' },
    params: orderId,
    body: z.object({ cancelMessage: typedText() }),
    answer: z.object({ discussionId: z.string() }),
    refusals: ['ORDER_NOT_ALLOWED', 'ORDER_NOT_FOUND', 'ORDER_ALREADY_PROCESSED'],
  },
  followUpOrder: {
    summary: 'Says that a validated order is ready, collected or not collected; tells the resident.',
    method: 'POST',
    path: '/v1/clickAndCollect/order/:id/step',
    access: { through: 'order' },
    params: orderId,
    body: z.object({ step: step.optional().catch(undefined) }),
    answer: z.object({ discussionId: z.string() }),
    refusals: ['ORDER_NOT_ALLOWED', 'ORDER_NOT_FOUND', 'ORDER_ALREADY_PROCESSED'],
  },
  placeOrder: {
    summary: 'A resident orders; the order is a message of their conversation with the company.',
    method: 'POST',
    path: '/v1/app/companies/:id/orders',
    access: 'session',
    params: z.object({ id: pathUuid() }),
    body: z.object({
      pickupDateTime: typedText(),
      orderContent: typedText(),
      couponMessage: optionalText(),
      minOrder: typedAmount(),
    }),
    answer: z.object({ id: z.number(), discussionId: z.string() }),
    refusals: ['CAC_NOT_AVAILABLE', 'DISCUSSION_BLOCKED'],
  },
} as const satisfies Contract
