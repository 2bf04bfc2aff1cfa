/** The two levels a gateway uses; pino and Fastify's logger fit. */
export type GatewayLog = {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}
