import { municipalityContract } from '@parvis/domain/municipality/municipality.contract'
import { refusal } from '@parvis/domain/refusals'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../dependencies.ts'
import { bindContract, type Handlers } from '../../http/bind-contract.ts'
import { findServiceOwner, isTownHall } from './municipality.queries.ts'
import {
  addService,
  deleteService,
  listMunicipalities,
  listServiceIcons,
  listServices,
  readIcon,
  rearrangeServices,
  updateService,
} from './services.ts'

export function municipalityRoutes(app: FastifyInstance, deps: Dependencies): void {
  const { db, config } = deps
  const ofCompany = async ({ company }: { company: { id: string } }) => await listServices(db, config, company.id)
  const ofService = async ({ actor, params }: { actor: { userId: number }; params: { id: number } }) =>
    await listServices(db, config, (await findServiceOwner(db, actor.userId, params.id, true)) ?? refuseUnknown())
  const handlers: Handlers<typeof municipalityContract> = {
    listServices: ofCompany,
    listServiceIcons: async () => await listServiceIcons(db, config),
    addService: async ({ company, body }) => await addService(deps, company.id, body),
    updateService: async ({ actor, params, body }) => await updateService(deps, actor.userId, params.id, body),
    deleteService: async ({ actor, params }) => await deleteService(deps, actor.userId, params.id),
    rearrangeServices: async ({ company, body }) => await rearrangeServices(deps, company.id, body),
    listMunicipalities: async ({ query }) => await listMunicipalities(deps, query.zip),
    listPublicServices: async ({ params }) => {
      if (!(await isTownHall(db, params.id))) throw refusal('request.not_found')
      return await listServices(db, config, params.id)
    },
    readIcon: async ({ params, request, reply }) => await readIcon(params, request, reply),
  }
  // Fifty pages of 20 kB: read again for a retry, not stored with its key.
  const retryReader = {
    addService: ofCompany,
    rearrangeServices: ofCompany,
    updateService: ofService,
    deleteService: ofService,
  }
  bindContract(app, deps, municipalityContract, handlers, { retryReader })
}

function refuseUnknown(): never {
  throw refusal('municipality.service_not_found')
}
