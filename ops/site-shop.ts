import { multipart } from '@parvis/client/client'
import { run } from '../apps/server/src/db/database.ts'
import { clientAt } from '../harness/bench/parts/http-client.ts'
import type { Testbed } from '../harness/bench/parts/testbed.ts'
import { insertThreads } from '../harness/sql/seed.ts'
import { registrationForm } from '../harness/town/companies.ts'

/** A bakery of the plan ADVANCED with a page on the residents' site, as a registration makes it. */
export async function openSiteShop({ db }: Testbed, base: string, name: string) {
  const { owner, companyId } = await insertThreads(db, 0)
  await run(db)`update companies set type = 'commerce', membership = 'digital' where id = ${companyId}`
  const client = clientAt(base)
  const { publicUrl } = await client.call('POST /v1/company/:id/update-settings-and-openingHours', {
    params: { id: companyId },
    token: owner.token,
    ...multipart(await registrationForm({ name })),
  })
  if (!publicUrl) throw new Error('the shop has no page: is apps/site built?')
  return { client, token: owner.token, companyId, path: new URL(publicUrl).pathname }
}
