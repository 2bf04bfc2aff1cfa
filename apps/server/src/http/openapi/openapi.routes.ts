import { docsContract } from '@parvis/domain/docs/docs.contract'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../dependencies.ts'
import { bindContract } from '../bind-contract.ts'
import { allowStyle } from '../security-headers.ts'
import { buildOpenApi } from './build-openapi.ts'
import { docsPage, docsStyleHash } from './docs-page.ts'

const cached = 'public, max-age=300'

/** The API's own description, made once per process from the contracts. */
export function openApiRoutes(app: FastifyInstance, deps: Dependencies): void {
  const once = remember(() => {
    const document = buildOpenApi(deps.config.publicUrl, deps.development && { development: deps.development.contract })
    return { json: JSON.stringify(document), html: docsPage(document) }
  })
  bindContract(app, deps, docsContract, {
    readOpenApi: async ({ reply }) => {
      await reply.type('application/json; charset=utf-8').header('cache-control', cached).send(once().json)
    },
    readDocs: async ({ reply }) => {
      await reply
        .type('text/html; charset=utf-8')
        .header('cache-control', cached)
        .header('content-security-policy', allowStyle(reply.getHeader('content-security-policy'), docsStyleHash))
        .send(once().html)
    },
  })
}

function remember<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
