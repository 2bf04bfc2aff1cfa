import { refuseFields } from '@parvis/domain/refusals'
import { registrationContract } from '@parvis/domain/registration/registration.contract'
import type { FastifyInstance } from 'fastify'
import { addressNetworks } from '../../admission/networks.ts'
import type { Config } from '../../config.ts'
import type { Dependencies } from '../../dependencies.ts'
import { citiesOfZip } from '../../gateways/geocoder/communes.ts'
import type { Actor } from '../../http/actor.ts'
import { bindContract, type Handlers } from '../../http/bind-contract.ts'
import { countAgainstNetworks } from '../../http/limits.ts'
import { mediaUrl } from '../../pictures/picture-store.ts'
import { readWho } from '../access/index.ts'
import { listOwnedCompanies, type OwnedName, selectFirstProfile, toSettings } from '../company/index.ts'
import { readConfiguration } from '../platform/index.ts'
import { listCities, lookUpCode, registerCompany } from './register-company.ts'
import { listWaiting } from './registration.queries.ts'

const zipSearches = { name: 'geo-cities', max: 120, seconds: 60 }

export function registrationRoutes(app: FastifyInstance, deps: Dependencies): void {
  const { db, config } = deps
  const handlers: Handlers<typeof registrationContract> = {
    readStart: async ({ actor, query }) => await readStart(deps, actor, query.companyId),
    lookUpCode: async ({ query, request }) => await lookUpCode(deps, query.siren, addressNetworks(request.ip)),
    listOwnedCompanies: async ({ actor }) => withPictures(config, await listOwnedCompanies(db, actor.userId)),
    listWaiting: async ({ actor }) => await listWaiting(db, actor.userId),
    registerCompany: async ({ actor, body: { type = '', siren = '', originalProspectEmail, another = false } }) =>
      await registerCompany(deps, actor.userId, { type, siren, originalProspectEmail, another }),
    listCities: async ({ reply }) => {
      reply.header('cache-control', 'public, max-age=3600')
      return await listCities(db)
    },
    listZipCities: async ({ query: { zip = '' }, request }) => {
      refuseFields(/^\d{5}$/.test(zip) ? {} : { zip: 'zipCode_format_error' })
      await countAgainstNetworks(db, config, zipSearches, addressNetworks(request.ip))
      return citiesOfZip(zip)
    },
  }
  bindContract(app, deps, registrationContract, handlers, {
    prefetch: {
      readStart: ({ query }) => ({ statement: selectFirstProfile, values: { companyId: query.companyId ?? null } }),
    },
  })
}

/** The profile is read in the authentication statement; the person costs one statement more. */
async function readStart(deps: Dependencies, actor: Actor, companyId: string | undefined) {
  const [first] = await selectFirstProfile(deps.db, { userId: actor.userId, companyId: companyId ?? null })
  return {
    session: await readWho(deps.db, actor),
    ownership: withPictures(deps.config, first?.owned ?? []),
    company: first ? toSettings(deps.config, first) : null,
    configuration: readConfiguration(deps),
  }
}

const withPictures = (config: Config, owned: readonly OwnedName[]) =>
  owned.map((one) => ({ ...one, picture: one.picture && mediaUrl(config, one.picture) }))
