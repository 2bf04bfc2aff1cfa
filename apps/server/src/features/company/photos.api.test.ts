import { testApp } from '@parvis/harness/server/test-app'
import { addPhoto, picture } from '@parvis/harness/town/companies'
import { newOwner, type Owner } from '@parvis/harness/town/people'
import { newSiteShop, residentHost } from '@parvis/harness/town/site-visitors'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { sweepFiles } from '../../pictures/picture-store.ts'
import { eraseAccounts } from '../account/erase-accounts.ts'

const server = testApp()

type Photos = Awaited<ReturnType<typeof listed>>
const of = ({ token, companyId: id }: Owner) => ({ token, params: { id } })
const add = (shop: Owner, alt?: string, image?: Blob) =>
  addPhoto(server, shop, { ...(alt !== undefined && { alt }), ...(image && { image }) })
const put = async (shop: Owner, photos: readonly { id: number; alt: string }[]) =>
  await server.client.answer('PUT /v1/company/:id/photos', { ...of(shop), body: { photos } })
const listed = async (shop: Owner) => await server.client.call('GET /v1/company/:id/photos', of(shop))
const remove = async ({ token, companyId: id }: Owner, photoId = 0) =>
  await server.client.answer('DELETE /v1/company/:id/photos/:photoId', {
    token,
    params: { id, photoId: String(photoId) },
  })
const pageOf = async (address: string) =>
  (await server.app.inject({ method: 'GET', url: address, headers: { host: residentHost } })).body
const imagesIn = (html: string) =>
  html.match(/<ul class="strip gallery"[\s\S]*?<\/ul>/)?.[0].match(/<img [^>]*>/g) ?? []

test('W-135 photos are added, put in order, described and taken away; each call answers the gallery', async () => {
  const shop = await newOwner(server)
  const { data } = await add(shop, 'La devanture')
  expect(data).toMatchObject([{ alt: 'La devanture', url: expect.stringMatching(/\/v1\/media\/[0-9a-f]{32}\.jpg$/) }])
  const large = await picture(2000, 1500)
  const [first, second] = (await add(shop, undefined, large)).data
  const cropped = await server.app.inject({ url: new URL(second?.url ?? '').pathname })
  expect(await sharp(cropped.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 960, height: 720 })
  const swapped = [
    { id: second?.id ?? 0, alt: 'Les tartes' },
    { id: first?.id ?? 0, alt: '' },
  ]
  expect((await put(shop, swapped)).data).toMatchObject(swapped)
  expect((await remove(shop, first?.id)).data).toMatchObject([{ id: second?.id, alt: 'Les tartes' }])
  expect(await listed(shop)).toHaveLength(1)
})

test('W-135 what is no photo, too small, without file or described at length is refused beside its field', async () => {
  const shop = await newOwner(server)
  const small = await add(shop, '', await picture(959, 720))
  expect([small.status, small.error?.code, small.error?.fields]).toEqual([
    400,
    'VALIDATION',
    { image: 'error_size_picture' },
  ])
  expect(small.error?.details).toEqual({ image: { width: 960, height: 720 } })
  const text = await add(shop, '', new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/jpeg' }))
  expect([text.status, text.error?.code]).toEqual([415, 'unreadable_image'])
  const none = await server.client.answer('POST /v1/company/:id/photos', { ...of(shop), body: { alt: 'Rien' } })
  expect([none.status, none.error?.fields]).toEqual([400, { image: 'picture_required_error' }])
  const long = await add(shop, 'a'.repeat(151))
  expect([long.status, long.error?.fields]).toEqual([400, { alt: 'photo_alt_error' }])
  expect(await listed(shop)).toEqual([])
})

test('W-135 an order that misses, repeats or invents a photo changes nothing; another shop’s photo is not found', async () => {
  const [shop, other] = [await newOwner(server), await newOwner(server)]
  await add(shop, 'Une')
  const [one, two] = (await add(shop, 'Deux')).data
  const [theirs] = (await add(other, 'À eux')).data
  if (!one || !two || !theirs) throw new Error('three photos were added')
  for (const wrong of [[], [one], [one, one], [one, theirs], [one, two, theirs]]) {
    const { status, error } = await put(shop, wrong)
    expect([status, error?.code]).toEqual([409, 'PHOTOS_CHANGED'])
  }
  expect((await remove(shop, theirs?.id)).status).toBe(404)
  expect([await listed(shop), await listed(other)]).toEqual([[one, two], [theirs]])
})

test('W-135 W-120 the business page shows them at once in their order, sized and lazy, and without the one that is taken away', async () => {
  const shop = await newSiteShop(server, { name: 'Fournil des photos' })
  const page = '/clichy-92110/fournil-des-photos'
  expect(imagesIn(await pageOf(page))).toEqual([])
  await add(shop)
  const [, second] = (await add(shop, 'Les tartes <du> jour')).data
  const shown = imagesIn(await pageOf(page))
  expect(shown).toEqual([
    expect.stringMatching(/width="960" height="720" alt="Photo 1 de Fournil des photos" loading="lazy"/),
    expect.stringMatching(/alt="Les tartes &lt;du&gt; jour"/),
  ])
  await remove(shop, second?.id)
  expect(imagesIn(await pageOf(page))).toHaveLength(1)
})

test('W-135 U-109 F25 a photo that is taken away is swept with its copies an hour later, those of an erased business too; the export names it before', async () => {
  const shop = await newOwner(server)
  await add(shop)
  const [gone, stays] = (await add(shop, 'Le comptoir')).data
  const namesOf = (photo: Photos[number] | undefined) => {
    const stem = new URL(photo?.url ?? '').pathname.replace(/\.jpg$/, '')
    return ['.jpg', '.webp', '-640.webp'].map((end) => `${stem}${end}`)
  }
  const statuses = async (photo: Photos[number] | undefined) =>
    await Promise.all(namesOf(photo).map(async (url) => (await server.app.inject({ url })).statusCode))
  expect([await statuses(gone), await statuses(stays)]).toEqual([
    [200, 200, 200],
    [200, 200, 200],
  ])
  await remove(shop, gone?.id)
  const exported = (await server.client.answer('GET /v1/account/export', { token: shop.token })).data
  const { companies, pictures } = exported as unknown as { companies: object[]; pictures: { url: string }[] }
  expect(companies).toMatchObject([{ photos: [{ id: stays?.id, alt: 'Le comptoir' }] }])
  expect(pictures.map(({ url }) => url)).toEqual([stays?.url])

  const sweepAt = async (hours: number) => {
    await server.setClock(new Date(Date.now() + hours * 3_600_000).toISOString())
    await eraseAccounts(server.deps)
    await sweepFiles(server.deps)
  }
  await sweepAt(2)
  expect([await statuses(gone), await statuses(stays)]).toEqual([
    [404, 404, 404],
    [200, 200, 200],
  ])
  await server.setClock(null)
  await server.client.call('DELETE /v1/account', { token: shop.token })
  await sweepAt(31 * 24)
  await sweepAt(31 * 24 + 2)
  await server.setClock(null)
  expect(await statuses(stays)).toEqual([404, 404, 404])
})
