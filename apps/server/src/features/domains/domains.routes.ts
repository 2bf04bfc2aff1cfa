import { domainsContract } from '@parvis/domain/domains/domains.contract'
import { refusal } from '@parvis/domain/refusals'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import type { Dependencies } from '../../dependencies.ts'
import { networkTest } from '../../gateways/dns/domain-settings.ts'
import { bindContract } from '../../http/bind-contract.ts'
import { checkDomain } from './check-domain.ts'
import { claimDomain, giveUpDomain, presentDomain } from './claim-domain.ts'
import { knownDomains } from './known-domains.ts'

export function domainsRoutes(app: FastifyInstance, deps: Dependencies): void {
  const known = knownDomains(deps)
  const stop = known.start()
  app.addHook('onClose', async () => stop())
  const isInside = internalNetworks(deps.config)
  bindContract(app, deps, domainsContract, {
    readDomain: async ({ company }) => await presentDomain(deps, company.id),
    claimDomain: async ({ company, actor, body }) =>
      await claimDomain(deps, { companyId: company.id, userId: actor.userId, typed: body.domain }),
    releaseDomain: async ({ company, actor }) => await giveUpDomain(deps, company.id, actor.userId),
    checkDomain: async ({ company }) => {
      const checked = await checkDomain(deps, company.id)
      await known.refresh([company.id])
      return checked
    },
    domainAllowed: async ({ query, request, reply }) => {
      if (!isInside(request)) throw refusal('request.not_found')
      const isAllowed = await known.isAllowed((query.domain ?? '').toLowerCase().slice(0, 253))
      await reply
        .code(isAllowed ? 200 : 404)
        .header('cache-control', 'no-store')
        .send()
    },
  })
}

/** True for a direct call of this machine (no proxy header) or of a network of INTERNAL_NETWORKS. */
function internalNetworks({ internalNetworks: networks }: Config): (request: FastifyRequest) => boolean {
  const isInside = networkTest(networks)
  return ({ ip, headers }) =>
    headers['x-forwarded-for'] === undefined && headers.forwarded === undefined && isInside(ip)
}
