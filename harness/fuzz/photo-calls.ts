import type { TestApp } from '../server/test-app.ts'
import { addPhoto } from '../town/companies.ts'
import { newOwner } from '../town/people.ts'
import type { Send } from './talk-calls.ts'

/** The gallery of a shop that adds one and takes one away, and of one that describes its photo. */
export async function photoCalls(server: TestApp): Promise<Record<string, Send>> {
  const [shop, other] = [await newOwner(server), await newOwner(server)]
  const [gone] = (await addPhoto(server, shop)).data
  const [described] = (await addPhoto(server, other)).data
  const json = { photos: [{ id: described?.id, alt: 'Le comptoir' }] }
  return {
    'POST /v1/company/:id/photos': async (to, headers) => await addPhoto(to, shop, { alt: 'La vitrine', headers }),
    'PUT /v1/company/:id/photos': (to, headers) =>
      to.call('PUT', `/v1/company/${other.companyId}/photos`, { token: other.token, headers, json }),
    'DELETE /v1/company/:id/photos/:photoId': (to, headers) =>
      to.call('DELETE', `/v1/company/${shop.companyId}/photos/${gone?.id}`, { token: shop.token, headers }),
  }
}
