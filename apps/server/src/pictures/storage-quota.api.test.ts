import { multipart } from '@parvis/client/client'
import { testApp } from '@parvis/harness/server/test-app'
import { editForm, picture, registrationForm, settingsOf, updateCompany } from '@parvis/harness/town/companies'
import { conversationCalls } from '@parvis/harness/town/conversations'
import { instantCalls } from '@parvis/harness/town/instants'
import { newOwner } from '@parvis/harness/town/people'
import { newResident, type Resident, siteHeaders } from '@parvis/harness/town/site-visitors'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { numberOf, rowsOf, run } from '../db/database.ts'
import { forgetOldRows } from '../jobs/forget-old-rows.queries.ts'

const server = testApp({ RATE_LIMITS: 'strict' })
const { open, read, sayOk } = conversationCalls(server)
const gigabyte = 1024 ** 3

const usedBy = async (keeper: string) =>
  await numberOf(server.db)`select storage_use.bytes from storage_use where storage_use.keeper = ${keeper}`
const fill = (keeper: string, bytes: number) => rowsOf(server.db)`
      insert into storage_use (keeper, bytes) values (${keeper}, ${bytes})
    on conflict (keeper) do update set bytes = excluded.bytes`
const photo = async () =>
  new Blob([
    new Uint8Array(
      await sharp({ create: { width: 40, height: 20, channels: 3, background: '#c3472b' } })
        .jpeg()
        .toBuffer(),
    ),
  ])
async function say(token: string, uuid: string, fields: Record<string, string> = {}) {
  return await server.client.answer('POST /v1/discussions/:id/message', {
    token,
    params: { id: uuid },
    ...multipart({ message: undefined, ...fields, image: await photo() }),
  })
}

const sayOnSite = async (who: Resident, uuid: string) =>
  await server.client.answer('POST /v1/site/conversations/:id/messages', {
    headers: siteHeaders(who),
    params: { id: uuid },
    ...multipart({ message: '', image: await photo() }),
  })

test('ASVS 5.2.4 what a company keeps is counted as it comes and goes: replaced, taken away, its documents too', async () => {
  const shop = await newOwner(server, { category: null })
  const keeper = `company:${shop.companyId}`
  const bytes = async () => {
    const rows = await rowsOf<{ bytes: number }>(server.db)`
      select coalesce(sum(bytes), 0)::int as bytes from stored_files
      where keeper = ${keeper} and kept_at is not null and dropped_at is null`
    return rows[0]?.bytes
  }
  expect(await usedBy(keeper)).toBe(0)
  await updateCompany(server, shop, await registrationForm())
  const registered = await usedBy(keeper)
  expect([registered, registered > 5_000]).toEqual([await bytes(), true])
  const rows = await rowsOf(server.db)`select kind from stored_files where keeper = ${keeper} order by kind`
  expect(rows.map((row) => Object(row).kind)).toEqual(['identity', 'identity', 'public', 'public'])
  await updateCompany(server, shop, editForm({ coverImage: await picture(1200, 600) }))
  expect(await usedBy(keeper)).toBe(registered)
  const instants = instantCalls(server)
  const id = await instants.newInstant(shop)
  const max = await usedBy(keeper)
  expect(max).toBe(await bytes())
  await server.client.answer('DELETE /v1/instants/:id', { params: { id }, token: shop.token })
  expect(await usedBy(keeper)).toBeLessThan(max)
  expect(await usedBy(keeper)).toBe(await bytes())

  await run(server.db)`update stored_files set dropped_at = app_now() where keeper = ${keeper}`
  await forgetOldRows(server.db)
  expect(await rowsOf(server.db)`select 1 from storage_use where keeper = ${keeper}`).toEqual([])
})

test('beyond its room a company is refused with 413, nothing changes, and taking a picture away makes room (ASVS 5.2.4)', async () => {
  const shop = await newOwner(server)
  const keeper = `company:${shop.companyId}`
  await updateCompany(server, shop, editForm({ coverImage: await picture(1300, 700) }))
  await fill(keeper, 5 * gigabyte - 1)
  const before = await settingsOf(server, shop)
  const refused = await updateCompany(
    server,
    shop,
    editForm({ name: 'Autre nom', profileImage: await picture(500, 500) }),
  )
  expect([refused.status, refused.error?.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  expect(refused.error?.message).toContain('L’espace réservé à vos photos est plein')
  expect(await settingsOf(server, shop)).toEqual(before)
  expect(await usedBy(keeper)).toBe(5 * gigabyte - 1)
  // A picture that takes the place of a larger one fits.
  expect((await updateCompany(server, shop, editForm({ coverImage: await picture(1200, 600) }))).status).toBe(200)
  expect((await updateCompany(server, shop, editForm({ name: 'Autre nom' }))).status).toBe(200)
})

test('ten pictures at once at the edge of the room: as many are kept as fit, to the byte (ASVS 5.2.4)', async () => {
  const shop = await newOwner(server, { membership: 'premium' })
  const resident = await newResident(server)
  const uuid = await open(resident, shop)
  const keeper = `company:${shop.companyId}`
  expect((await say(shop.token, uuid, { companyId: shop.companyId })).status).toBe(200)
  const each = await usedBy(keeper)
  await fill(keeper, 5 * gigabyte - 3 * each)
  const statuses = (
    await Promise.all(Array.from({ length: 10 }, () => say(shop.token, uuid, { companyId: shop.companyId })))
  ).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(3)
  expect(statuses.filter((status) => status === 413)).toHaveLength(7)
  expect(await usedBy(keeper)).toBe(5 * gigabyte)
  expect(await read(shop, uuid)).toHaveLength(5)
})

test('a resident’s pictures are of their own room: they never fill a shop’s (ASVS 5.2.4)', async () => {
  const shop = await newOwner(server)
  const resident = await newResident(server)
  const uuid = await open(resident, shop)
  await sayOk(shop, uuid, 'Bonjour')
  expect((await sayOnSite(resident, uuid)).status).toBe(200)
  expect(await usedBy(`company:${shop.companyId}`)).toBe(0)
  expect(await usedBy(`user:${resident.userId}`)).toBeGreaterThan(0)
  await fill(`user:${resident.userId}`, gigabyte)
  expect((await sayOnSite(resident, uuid)).status).toBe(413)
  expect((await say(shop.token, uuid, { companyId: shop.companyId })).status).toBe(200)
})

test('300 calls with pictures an hour per session, then 429 with the seconds to wait; another session goes on (ASVS 2.4.1)', async () => {
  const shop = await newOwner(server)
  await run(server.db)`
    insert into rate_windows (name, subject, window_start, used)
    select 'uploads', 'session:' || id, app_now() - interval '10 minutes', 298 from sessions where user_id = ${shop.userId}`
  const upload = async () => await updateCompany(server, shop, editForm({ profileImage: await picture(500, 500) }))
  expect([(await upload()).status, (await upload()).status]).toEqual([200, 200])
  const refused = await upload()
  expect([refused.status, refused.error?.code]).toEqual([429, 'TOO_MANY_ATTEMPTS'])
  const wait = Number(refused.headers['retry-after'])
  expect(wait).toBeGreaterThan(2_900)
  expect(wait).toBeLessThanOrEqual(3_000)
  expect((await updateCompany(server, shop, editForm({ name: 'Sans photo' }))).status).toBe(200)
  const other = await newOwner(server)
  expect((await updateCompany(server, other, editForm({ profileImage: await picture(500, 500) }))).status).toBe(200)
  await server.setClock(new Date(Date.now() + 3_600_000).toISOString())
  expect((await upload()).status).toBe(200)
})
