import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import { api } from '@parvis/domain/api'
import type { Contract } from '@parvis/domain/kernel/contract'
import { refusal } from '@parvis/domain/refusals'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { registerAdmission } from './admission/calls.ts'
import type { Dependencies } from './dependencies.ts'
import { watchContract, watchRoutes } from './features/platform/platform.routes.ts'
import { features } from './features.ts'
import { registerCors } from './http/cors.ts'
import { errorHandler } from './http/error-handler.ts'
import { registerPlainAnswers } from './http/json-answers.ts'
import { loggerOptions, recordCalls } from './http/logger.ts'
import { registerMultipart } from './http/multipart-body.ts'
import { answerUnreadablePath, registerNotFound } from './http/not-found.ts'
import { registerPortal } from './http/portal-files.ts'
import { registerBodies } from './http/read-body.ts'
import { registerSecurityHeaders, securityHeaders } from './http/security-headers.ts'
import { registerMediaHost, routedUrl } from './http/site-hosts.ts'
import { answerBrokenRequest, registerBodyTimeout, registerSlowReaders } from './http/slow-clients.ts'

const headersMilliseconds = 5_000
const requestMilliseconds = 30_000

/**
 * Builds the server without listening: tests inject calls into it, `main.ts` opens its port. A worker has the health routes only.
 */
export function buildApp(deps: Dependencies, parts: 'all' | 'watch' = 'all'): FastifyInstance {
  const { config } = deps
  const headers = securityHeaders(config)
  const app = Fastify({
    logger: loggerOptions(config),
    genReqId: () => randomUUID(),
    // No child logger per request: most lines name the request id themselves, which costs less.
    childLoggerFactory: (logger) => logger,
    requestIdHeader: false,
    // trustProxy as a number of hops: what a client writes in X-Forwarded-For stands left of what our proxies saw.
    trustProxy: config.trustProxy > 0 && ((_address: string, hop: number) => hop < config.trustProxy),
    rewriteUrl: routedUrl(config),
    bodyLimit: 61 * 1024 * 1024,
    requestTimeout: requestMilliseconds,
    // connectionsCheckingInterval: Node checks header and request time-outs every 30 s by default.
    http: { connectionsCheckingInterval: 2_000 },
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    logController: new LogController({ disableRequestLogging: true }),
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: answerUnreadablePath(headers),
    forceCloseConnections: 'idle',
    // During shutdown, requests on kept connections of a proxy are answered with Connection: close.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
  })
  app.server.headersTimeout = headersMilliseconds
  app.server.maxConnections = 20_000
  app.setErrorHandler(errorHandler)
  registerSecurityHeaders(app, headers)
  registerPlainAnswers(app, headers)
  registerMediaHost(app, config)
  recordCalls(app)
  refuseWrongAddresses(app)
  registerCors(app, config)
  // Before the authentication hook: a shed call, too, has a body to wait for.
  registerBodyTimeout(app)
  registerAdmission(app)
  registerSlowReaders(app)
  registerBodies(app)
  registerMultipart(app)

  const pageOf = parts === 'all' ? registerPortal(app) : () => undefined
  registerNotFound(app, parts === 'all' ? contractsOf(deps) : [watchContract], pageOf)
  app.register(async (api) => {
    if (parts === 'watch') return watchRoutes(api, deps)
    for (const feature of features) feature(api, deps)
    deps.development?.routes(api, deps)
  })
  return app
}

const contractsOf = ({ development }: Dependencies): Contract[] => [
  ...Object.values<Contract>(api),
  ...(development ? [development.contract] : []),
]

/** Every per-address limit uses this address, so that a forwarded value that is no IP address is refused. */
function refuseWrongAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) =>
    done(isIP(request.ip) === 0 ? refusal('request.validation') : undefined),
  )
}
