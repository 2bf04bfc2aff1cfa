import { companyContract } from '@parvis/domain/company/company.contract'
import { categoryFromNaf } from '@parvis/domain/company/naf-prefill'
import { photosContract } from '@parvis/domain/company/photos.contract'
import { refusal } from '@parvis/domain/refusals'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../dependencies.ts'
import { bindContract, type Handlers } from '../../http/bind-contract.ts'
import { addPhoto, arrangePhotos, readPhotos, removePhoto } from './photos.ts'
import { findProfile, selectProfile } from './profile.queries.ts'
import { geocodeAddress, suggestAddresses } from './search-addresses.ts'
import { toSettings } from './to-settings.ts'
import { updateCompany } from './update-company.ts'

export function companyRoutes(app: FastifyInstance, deps: Dependencies): void {
  const profileOf = async (companyId: string) => {
    const profile = await findProfile(deps.db, companyId)
    if (!profile) throw refusal('request.forbidden')
    return profile
  }
  const handlers: Handlers<typeof companyContract> = {
    readSettings: async ({ company }) => toSettings(deps.config, await profileOf(company.id)),
    updateCompany: async ({ actor, company, body, files }) =>
      await updateCompany(deps, { companyId: company.id, userId: actor.userId, body, files }),
    suggestCategories: async ({ company }) => {
      const { naf } = await profileOf(company.id)
      const { category = null, candidates } = categoryFromNaf(naf ?? '', company.type)
      return { category, candidates: [...candidates] }
    },
    suggestAddresses: async ({ actor, query }) => await suggestAddresses(deps, actor.userId, query),
    geocodeAddress: async ({ actor, query }) => {
      const found = await geocodeAddress(deps, actor.userId, query)
      return { results: found ? [{ location: { lat: found.latitude, lng: found.longitude } }] : [] }
    },
  }
  bindContract(app, deps, companyContract, handlers, {
    prefetch: { readSettings: ({ params }) => ({ statement: selectProfile, values: params }) },
  })
  bindContract(app, deps, photosContract, {
    listPhotos: async ({ company }) => await readPhotos(deps.db, deps.config, company.id),
    addPhoto: async ({ company, body, files }) => await addPhoto(deps, company.id, body.alt ?? '', files),
    arrangePhotos: async ({ company, body }) => await arrangePhotos(deps, company.id, body.photos),
    removePhoto: async ({ company, params }) => await removePhoto(deps, company.id, params.photoId),
  })
}
