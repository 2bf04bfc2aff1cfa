import type { TestApp } from '../server/test-app.ts'
import { dataOf } from '../town/conversations.ts'
import { picture } from '../town/instants.ts'
import { newOwner, type Owner } from '../town/people.ts'
import type { Send } from './talk-calls.ts'

/** A gallery of two, one to describe and one to take away; a third is added. */
export async function photoCalls(server: TestApp): Promise<Record<string, Send>> {
  const [shop, other] = [await newOwner(server), await newOwner(server)]
  const pathOf = ({ companyId }: Owner) => `/v1/company/${companyId}/photos`
  const add =
    (of: Owner): Send =>
    async (to, headers) => {
      const multipart = { alt: 'La vitrine', image: await picture(960, 720) }
      return await to.call('POST', pathOf(of), { token: of.token, headers, multipart })
    }
  const [gone] = dataOf<{ id: number }[]>(await add(shop)(server, {}))
  const [described] = dataOf<{ id: number }[]>(await add(other)(server, {}))
  const json = { photos: [{ id: described?.id, alt: 'Le comptoir' }] }
  return {
    'POST /v1/company/:id/photos': add(shop),
    'PUT /v1/company/:id/photos': (to, headers) => to.call('PUT', pathOf(other), { token: other.token, headers, json }),
    'DELETE /v1/company/:id/photos/:photoId': (to, headers) =>
      to.call('DELETE', `${pathOf(shop)}/${gone?.id}`, { token: shop.token, headers }),
  }
}
