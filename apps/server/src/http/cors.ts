import type { FastifyInstance } from 'fastify'

const allowed = {
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, X-Sign-In-Nonce',
  'access-control-expose-headers': 'X-Request-Id, Retry-After',
  'access-control-max-age': '600',
}

/** Configured front origins only, no cookies (api.md section 1). */
export function registerCors(app: FastifyInstance, origins: readonly string[]): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers
    if (!origin) return done()
    reply.header('vary', 'Origin')
    if (!origins.includes(origin)) return done()
    reply.header('access-control-allow-origin', origin)
    if (request.method !== 'OPTIONS') return done()
    reply.headers(allowed).code(204).send()
  })
}
