import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Dependencies } from './dependencies.ts'
import { features } from './features.ts'
import { answerBrokenRequest } from './http/broken-request.ts'
import { registerCors } from './http/cors.ts'
import { errorHandler } from './http/error-handler.ts'
import { loggerOptions } from './http/logger.ts'
import { registerMediaHost } from './http/media-host.ts'
import { answerUnreadablePath, registerNotFound, rememberRoutes } from './http/not-found.ts'
import { registerOverloadGuard } from './http/overload.ts'
import { registerPortal } from './http/portal-files.ts'
import { registerBodies } from './http/read-body.ts'
import { registerSecurityHeaders, securityHeaders } from './http/security-headers.ts'
import { registerBodyTimeout } from './http/slow-body.ts'
import { registerSlowReaders } from './http/slow-reader.ts'

const headersMilliseconds = 5_000
const requestMilliseconds = 30_000

/** The whole server, not yet listening: tests inject calls into it, `main.ts` opens its port. */
export function buildApp(deps: Dependencies): FastifyInstance {
  const { config } = deps
  const headers = securityHeaders(config)
  const app = Fastify({
    logger: loggerOptions(config),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: config.trustProxy,
    bodyLimit: 61 * 1024 * 1024,
    requestTimeout: requestMilliseconds,
    // Node looks for late headers and requests every 30 s unless told otherwise.
    http: { connectionsCheckingInterval: 2_000 },
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    logController: new LogController({ disableRequestLogging: true }),
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: answerUnreadablePath(headers),
    forceCloseConnections: 'idle',
    // What a proxy sends on a connection it had open while we stop is answered, with Connection: close (F16).
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
  })
  app.server.headersTimeout = headersMilliseconds
  app.server.maxConnections = 20_000
  app.setErrorHandler(errorHandler)
  registerSecurityHeaders(app, headers)
  registerMediaHost(app, config)
  registerCors(app, config.frontOrigins)
  // Before the guard: a call that is shed has a body to wait for too.
  registerBodyTimeout(app)
  registerOverloadGuard(app)
  registerSlowReaders(app)
  registerBodies(app)

  const routes = rememberRoutes(app)
  const pageOf = registerPortal(app)
  app.register(async (api) => {
    for (const feature of features) feature(api, deps)
    deps.development?.routes(api, deps)
  })
  registerNotFound(app, routes, pageOf)
  return app
}
