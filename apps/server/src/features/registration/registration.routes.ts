import { refuseFields } from '@parvis/domain/refusals'
import { registrationContract } from '@parvis/domain/registration/registration.contract'
import type { FastifyInstance } from 'fastify'
import { addressNetworks } from '../../admission/networks.ts'
import type { Dependencies } from '../../dependencies.ts'
import { citiesOfZip } from '../../gateways/geocoder/communes.ts'
import type { Actor } from '../../http/actor.ts'
import { bindContract, type Handlers } from '../../http/bind-contract.ts'
import { countAgainstNetworks } from '../../http/limits.ts'
import { readWho } from '../access/index.ts'
import { listOwnedCompanies, selectFirstProfile, toSettings } from '../company/index.ts'
import { readConfiguration } from '../platform/index.ts'
import { listCities, lookUpCode, registerCompany } from './register-company.ts'

const zipSearches = { name: 'geo-cities', max: 120, seconds: 60 }

export function registrationRoutes(app: FastifyInstance, deps: Dependencies): void {
  const { db, config } = deps
  const handlers: Handlers<typeof registrationContract> = {
    readStart: async ({ actor }) => await readStart(deps, actor),
    lookUpCode: async ({ query, request }) => await lookUpCode(deps, query.siren, addressNetworks(request.ip)),
    listOwnedCompanies: async ({ actor }) => await listOwnedCompanies(db, actor.userId),
    registerCompany: async ({ actor, body: { type = '', siren = '', originalProspectEmail } }) =>
      await registerCompany(deps, actor.userId, { type, siren, originalProspectEmail }),
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
    ahead: { readStart: () => ({ statement: selectFirstProfile, values: {} }) },
  })
}

/** The profile is read in the authentication statement; the person costs one statement more. */
async function readStart(deps: Dependencies, actor: Actor) {
  const [first] = await selectFirstProfile(deps.db, { userId: actor.userId })
  return {
    session: await readWho(deps.db, actor),
    ownership: first?.owned ?? [],
    company: first ? toSettings(deps.config, first) : null,
    configuration: readConfiguration(deps),
  }
}
