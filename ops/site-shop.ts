import { fetchTransport } from '@parvis/client/client'
import { sql } from 'kysely'
import type { Testbed } from '../harness/bench/parts/testbed.ts'
import { insertCommerce } from '../harness/sql/seed.ts'
import { drawPicture } from '../harness/town/scenes.ts'
import { createTownClient, type TownClient } from '../harness/town/town-client.ts'

/** A shop of the plan ADVANCED with a page on the residents' site. */
export type SiteShop = {
  client: TownClient
  token: string
  companyId: string
  /** The path of its page on the residents' host. */
  path: string
}

export async function openSiteShop({ db }: Testbed, base: string, name: string): Promise<SiteShop> {
  const client = createTownClient(fetchTransport(base))
  const { owner, companyId } = await insertCommerce(db)
  const { token } = owner
  await sql`update companies set membership = 'digital' where companies.id = ${companyId}`.execute(db)
  const form = {
    name,
    type: 'commerce',
    category: 'boulangerie',
    address: '12 rue de Paris',
    city: 'Clichy',
    zipCode: '92110',
    latitude: '48.9045',
    longitude: '2.3064',
    email: 'contact@fournil.fr',
    phoneNumber: '+33147150000',
    website: '',
    description: '<p>Du pain cuit sur place, tous les jours.</p>',
    openingHours: JSON.stringify([
      { daytype: 'mondays_to_fridays', startTime: '09:00', endTime: '18:00', enabled: true },
    ]),
  }
  const [profileImage, coverImage, front, back] = await Promise.all([
    drawPicture('bread', 500, 500),
    drawPicture('bread', 1200, 600),
    drawPicture('card', 800, 500),
    drawPicture('card', 800, 500, 1),
  ])
  const files = { profileImage, coverImage, 'id-card-front': front, 'id-card-back': back }
  const { publicUrl } = await client.call('POST /v1/company/:id/update-settings-and-openingHours', {
    params: { id: companyId },
    token,
    body: form,
    as: 'multipart',
    files,
  })
  if (!publicUrl) throw new Error('the shop has no page: is apps/site built?')
  return { client, token, companyId, path: new URL(publicUrl).pathname }
}
