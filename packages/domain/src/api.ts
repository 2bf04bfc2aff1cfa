import { accessContract } from './access/access.contract.ts'
import type { Answer, Endpoint, Sent } from './kernel/contract.ts'

/** Every call of the product: one line per feature. */
export const api = {
  access: accessContract,
}

export type Api = typeof api

type AnyEndpoint = { [F in keyof Api]: Api[F][keyof Api[F]] }[keyof Api]

/** `POST /v1/authentication/start-session` */
export type EndpointKey = AnyEndpoint extends infer E ? (E extends Endpoint ? `${E['method']} ${E['path']}` : never) : never

type EndpointOf<K extends EndpointKey> = K extends `${infer M} ${infer P}`
  ? Extract<AnyEndpoint, { method: M; path: P }>
  : never

export type InputOf<K extends EndpointKey> = Sent<EndpointOf<K>>
export type AnswerOf<K extends EndpointKey> = Answer<EndpointOf<K>>
