import { createHash } from 'node:crypto'
import { testApp } from '@parvis/harness/server/test-app'
import { editForm, picture, type Settings, settingsOf, updateCompany } from '@parvis/harness/town/companies'
import { newOwner, type Owner } from '@parvis/harness/town/people'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { columnOf, rowOf } from '../../db/database.ts'
import { sweepFiles } from '../../pictures/picture-store.ts'

const server = testApp()
let shop: Owner

beforeAll(async () => {
  shop = await newOwner(server, { membership: 'premium' })
})

const update = (form: Parameters<typeof updateCompany>[2]) => updateCompany(server, shop, form)
const served = async (url: string | null) => await server.app.inject({ url: new URL(url ?? '').pathname })
const bytes = (content: Buffer | string, type = 'image/jpeg') =>
  new Blob([new Uint8Array(Buffer.from(content))], { type })
const nameOf = (url: unknown) => String(url).split('/').at(-1) ?? ''
const service = { cacActive: true, cacDescription: 'Commandez avant midi.' }

describe('a picture too small', () => {
  test.each([
    ['E-018', 'profileImage', [499, 600], { width: 500, height: 500 }],
    ['E-019', 'coverImage', [1199, 600], { width: 1200, height: 600 }],
    ['E-019', 'coverImage', [1200, 599], { width: 1200, height: 600 }],
  ] as const)('%s E-021 %s of %o is refused with the pixels it needs', async (_id, field, [width, height], min) => {
    const { status, error } = await update(editForm({ [field]: await picture(width, height) }))
    expect([status, error?.code]).toEqual([404, 'data_format_error'])
    expect(error?.fields).toEqual({ [field]: 'error_size_picture' })
    expect(error?.details).toEqual({ [field]: min })
    expect(error?.message).toBe(`L'image doit mesurer au moins ${min.width} x ${min.height} pixels`)
  })

  test('E-020 E-021 a click-and-collect picture of 799x1000 is refused', async () => {
    const cacReferences = JSON.stringify([{ rank: 0, action: 'UPDATE' }])
    const { error } = await update({ cacReferences, 'cacImages[]': await picture(799, 1000) })
    expect(error?.fields).toEqual({ cacImages: 'error_size_picture' })
    expect(error?.details).toEqual({ cacImages: { width: 800, height: 1000 } })
  })
})

test('E-018 E-019 E-017 X-027 the exact sizes are accepted, larger ones cropped, and served as JPEG', async () => {
  const sent = { profileImage: await picture(500, 500), coverImage: await picture(2000, 1500, 'webp') }
  const { profileImage, coverImage } = (await update(sent)).data as Settings
  for (const [url, width, height] of [
    [profileImage, 500, 500],
    [coverImage, 1200, 600],
  ] as const) {
    const reply = await served(url)
    expect(reply.headers).toMatchObject({ 'content-type': 'image/jpeg', 'x-content-type-options': 'nosniff' })
    expect(reply.headers['cache-control']).toContain('immutable')
    expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width, height })
  }
})

test('E-018 a drawing is told from a photo until one takes its place; old clients send photos', async () => {
  const { status, data } = await update({
    profileImage: await picture(500, 500),
    coverImage: await picture(1200, 600),
    drawnPictures: '["coverImage","profileImage"]',
  })
  expect([status, data]).toMatchObject([200, { drawnPictures: ['profileImage', 'coverImage'] }])
  expect(await settingsOf(server, shop)).toMatchObject({ drawnPictures: ['profileImage', 'coverImage'] })
  expect((await update({ name: 'Sans photo' })).data).toMatchObject({ drawnPictures: ['profileImage', 'coverImage'] })
  expect((await update({ coverImage: await picture(1200, 600) })).data).toMatchObject({
    drawnPictures: ['profileImage'],
  })
  const photos = await update({ profileImage: await picture(500, 500), drawnPictures: 'none of ours' })
  expect([photos.status, Object.keys(photos.data as Settings)]).toEqual([
    200,
    expect.not.arrayContaining(['drawnPictures']),
  ])
  expect((await update({ drawnPictures: '["coverImage"]' })).data).not.toHaveProperty('drawnPictures')
})

test('X-027 C-053 a public image is kept by browsers, a missing one by none', async () => {
  const { profileImage } = (await update({ profileImage: await picture(500, 500) })).data as Settings
  const { etag, 'cache-control': kept } = (await served(profileImage)).headers
  const { pathname } = new URL(profileImage ?? '')
  const again = await server.app.inject({ url: pathname, headers: { 'if-none-match': String(etag) } })
  expect([again.statusCode, again.headers.etag, again.headers['cache-control']]).toEqual([304, etag, kept])
  const missing = await server.app.inject({ url: `/v1/media/${'0'.repeat(32)}.jpg` })
  expect([missing.statusCode, missing.headers['cache-control'], missing.headers.etag]).toEqual([
    404,
    'no-store',
    undefined,
  ])
})

describe('X-028 T12 what is no picture, or a dangerous one', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="600"><script>alert(1)</script></svg>'
  test.each([
    ['an SVG', async () => bytes(svg, 'image/svg+xml')],
    ['an SVG named .jpg', async () => bytes(svg)],
    ['a text named .jpg', async () => bytes('bonjour')],
    ['a page named .jpg', async () => bytes('<html><script>alert(1)</script></html>')],
    [
      'a GIF',
      async () =>
        bytes(
          await sharp({ create: { width: 1200, height: 600, channels: 3, background: 'red' } })
            .gif()
            .toBuffer(),
        ),
    ],
    [
      'a truncated JPEG',
      async () => {
        const whole = Buffer.from(await (await picture(1200, 600, 'jpeg')).arrayBuffer())
        return bytes(whole.subarray(0, whole.length - 600))
      },
    ],
    [
      'a PNG with a broken middle',
      async () => {
        const whole = Buffer.from(await (await picture(1200, 600)).arrayBuffer())
        return bytes(Buffer.concat([whole.subarray(0, 60), Buffer.alloc(40, 7), whole.subarray(100)]))
      },
    ],
  ])('%s is refused, 415 unreadable_image', async (_what, make) => {
    const { status, error } = await update(editForm({ coverImage: await make() }))
    expect([status, error?.code]).toEqual([415, 'unreadable_image'])
    expect(error?.fields).toEqual({ coverImage: 'unreadable_image' })
  })

  test('E-022 C-018 a file of 11 MB is refused, 415 over_sized_image_error', async () => {
    const { status, error } = await update(editForm({ coverImage: bytes(Buffer.alloc(11 * 1024 * 1024)) }))
    expect([status, error?.code]).toEqual([415, 'over_sized_image_error'])
    expect(error?.message).toBe("L'image est trop volumineuse (10 Mo maximum)")
    expect(error?.details).toEqual({ coverImage: { maxBytes: 10 * 1024 * 1024 } })
  })

  test('AMB-47 a picture of more than 40 megapixels is refused before it is decoded', async () => {
    const bomb = await sharp({ create: { width: 20_000, height: 2_100, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const { status, error } = await update(editForm({ coverImage: bytes(bomb) }))
    expect([status, error?.code]).toEqual([415, 'over_sized_image_error'])
  })

  test('20,000 pixels wide but under 40 megapixels is cropped like any other', async () => {
    const wide = await sharp({ create: { width: 20_000, height: 700, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const { data } = await update(editForm({ coverImage: bytes(wide) }))
    const { rawPayload } = await served((data as Settings).coverImage)
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 1200, height: 600 })
  })

  test('a picture under the name of another type is judged by its content', async () => {
    const png = new Blob([await (await picture(1200, 600)).arrayBuffer()], { type: 'application/pdf' })
    expect((await update(editForm({ coverImage: png }))).status).toBe(200)
  })

  test('T13 file names go nowhere', async () => {
    const coverImage = new File([await picture(1200, 600)], '../../../../etc/passwd\0.jpg', { type: 'image/png' })
    const { data } = await server.client.answer('POST /v1/company/:id/update-settings-and-openingHours', {
      token: shop.token,
      params: { id: shop.companyId },
      files: { coverImage },
    })
    expect(nameOf((data as Settings).coverImage)).toMatch(/^[0-9a-f]{32}\.jpg$/)
  })
})

describe('click-and-collect', () => {
  const slots = async () => (await settingsOf(server, shop)).cacImagesPath
  const references = (...list: [number, 'UPDATE' | 'DELETE'][]) =>
    JSON.stringify(list.map(([rank, action]) => ({ rank, action })))

  test('E-057 E-058 C-016 AMB-54 needs a picture and more than ten characters once active', async () => {
    expect((await update({ cacActive: true, cacDescription: 'Dix lettres' })).error?.fields).toEqual({
      cacImages: 'cac_format_error',
    })
    const withPicture = { cacReferences: references([0, 'UPDATE']), 'cacImages[]': await picture(800, 1000) }
    const { error } = await update({ ...withPicture, cacActive: '1', cacDescription: 'Dix lettre' })
    expect(error?.fields).toEqual({ cacDescription: 'cac_format_error' })
    expect(error?.message).toBe('Ajoutez au moins une photo et une description de plus de 10 caractères')
    const { data } = await update({
      ...withPicture,
      cacActive: '1',
      cacDescription: 'Onze lettre',
      premium_subdomain: 'Onze',
    })
    const stored = {
      cacActive: true,
      cacDescription: 'Onze lettre',
      cacImagesPath: [{ rank: 0 }],
      premiumSubdomain: 'onze',
    }
    expect(data).toMatchObject(stored)
    expect(await settingsOf(server, shop)).toMatchObject(stored)
  })

  test('E-078 E-060 C-016 AMB-54 the n-th UPDATE takes the n-th file, DELETE none, other slots stay', async () => {
    const [before] = await slots()
    const two = [await picture(800, 1000), await picture(1600, 2000)]
    await update({ ...service, cacReferences: references([3, 'UPDATE'], [1, 'UPDATE']), 'cacImages[]': two })
    expect((await slots()).map(({ rank }) => rank)).toEqual([0, 1, 3])
    expect((await slots())[0]).toEqual(before)

    const one = await picture(900, 1000)
    const changed = await slots()
    await update({ cacReferences: references([1, 'UPDATE'], [3, 'DELETE']), cacImages: one })
    const after = await slots()
    expect(after.map(({ rank }) => rank)).toEqual([0, 1])
    expect(after[0]).toEqual(before)
    expect(after[1]?.url).not.toBe(changed[1]?.url)
    const { rawPayload } = await served(after[1]?.url ?? '')
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 800, height: 1000 })
  })

  test.each([
    ['a rank of 4', '[{"rank":4,"action":"DELETE"}]'],
    ['a rank of -1', '[{"rank":-1,"action":"DELETE"}]'],
    ['the same rank twice', '[{"rank":0,"action":"DELETE"},{"rank":0,"action":"DELETE"}]'],
    ['an UPDATE without a file', '[{"rank":0,"action":"UPDATE"}]'],
    ['another action', '[{"rank":0,"action":"DROP"}]'],
    ['no list', '{"rank":0}'],
    ['no JSON', 'rank 0'],
  ])('AMB-54 refuses %s', async (_what, cacReferences) => {
    const { status, error } = await update({ cacReferences })
    expect([status, error?.fields]).toEqual([404, { cacReferences: 'cac_format_error' }])
  })

  test('AMB-54 refuses a file that no reference names, and to delete the last picture while active', async () => {
    const extra = await update({ 'cacImages[]': await picture(800, 1000) })
    expect(extra.error?.fields).toEqual({ cacReferences: 'cac_format_error' })
    const none = await update({ ...service, cacReferences: references([0, 'DELETE'], [1, 'DELETE']) })
    expect(none.error?.fields).toEqual({ cacImages: 'cac_format_error' })
    expect(await slots()).toHaveLength(2)
  })

  test('E-059 AMB-54 switched off it needs nothing and keeps its pictures', async () => {
    const { data } = await update({ cacActive: '0', cacDescription: '' })
    expect(data).toMatchObject({ cacActive: false, cacDescription: '' })
    expect(await slots()).toHaveLength(2)
  })
})

describe('F25 files and rows', () => {
  const files = async (name: string) =>
    await rowOf<{ kept_at: Date | null; dropped_at: Date | null }>(server.db)`
      select kept_at, dropped_at from stored_files where name = ${name}`

  test('a replaced picture is swept an hour later, the present one stays', async () => {
    const { coverImage: former } = (await update({ coverImage: await picture(1200, 600) })).data as Settings
    const { coverImage: present } = (await update({ coverImage: await picture(1300, 650) })).data as Settings
    await sweepFiles(server.deps)
    expect((await served(former)).statusCode).toBe(200)
    await server.setClock(new Date(Date.now() + 2 * 3_600_000).toISOString())
    await sweepFiles(server.deps)
    await server.setClock(null)
    expect((await served(former)).statusCode).toBe(404)
    expect((await served(present)).statusCode).toBe(200)
  })

  test('W-121 a cover is made 480 and 960 pixels wide once, when it is asked for, and swept with the picture', async () => {
    const { coverImage } = (await update({ coverImage: await picture(1200, 600) })).data as Settings
    const stem = nameOf(coverImage).replace('.jpg', '')
    const ask = async (name: string) => await served(`http://x/v1/media/${name}`)
    const isKept = async (width: number) => await server.deps.gateways.blobs.exists(`public/${stem}-${width}.webp`)
    expect(await isKept(480)).toBe(false)
    const [first, ...others] = await Promise.all(Array.from({ length: 10 }, () => ask(`${stem}-480.webp`)))
    expect(first?.headers).toMatchObject({ 'content-type': 'image/webp', etag: `"${stem}-480.webp"` })
    expect(first?.headers['cache-control']).toContain('immutable')
    expect(await sharp(first?.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 480, height: 240 })
    expect(first?.rawPayload.length).toBeLessThanOrEqual(40_000)
    for (const other of others) expect(other.rawPayload.equals(first?.rawPayload ?? Buffer.alloc(0))).toBe(true)
    expect(await sharp((await ask(`${stem}-960.webp`)).rawPayload).metadata()).toMatchObject({ width: 960 })
    for (const name of [`${stem}-481.webp`, `${stem}-480.jpg`, `${'0'.repeat(32)}-480.webp`])
      expect([(await ask(name)).statusCode, (await ask(name)).headers['cache-control']]).toEqual([404, 'no-store'])
    expect(await isKept(480)).toBe(true)

    await update({ coverImage: await picture(1200, 600) })
    await server.setClock(new Date(Date.now() + 2 * 3_600_000).toISOString())
    await sweepFiles(server.deps)
    await server.setClock(null)
    expect([await isKept(480), await isKept(960)]).toEqual([false, false])
    expect((await ask(`${stem}-480.webp`)).statusCode).toBe(404)
  })

  test('W-121 a busy picture is 40 kB at most at 480 pixels; one that cannot be made smaller now is served whole, and kept by no cache', async () => {
    const noise = { background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 80 } } as const
    const busy = await sharp({ create: { width: 1200, height: 600, channels: 3, ...noise } })
      .jpeg({ quality: 100 })
      .toBuffer()
    const { coverImage } = (await update({ coverImage: bytes(busy) })).data as Settings
    const stem = nameOf(coverImage).replace('.jpg', '')
    const small = await served(`http://x/v1/media/${stem}-480.webp`)
    expect(small.rawPayload.length).toBeLessThanOrEqual(40_000)
    await server.deps.gateways.blobs.put(`public/${stem}.jpg`, Buffer.from('broken'), 'image/jpeg')
    const whole = await served(`http://x/v1/media/${stem}-240.webp`)
    expect([whole.statusCode, whole.headers['cache-control'], whole.headers.etag]).toEqual([200, 'no-store', undefined])
    expect(await sharp(whole.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 1200 })
  })

  test('what a refused save had written is swept, and no row names it', async () => {
    const other = await newOwner(server, { membership: 'premium' })
    await updateCompany(server, other, { premium_subdomain: 'deja-pris' })
    const before = new Set(await names())
    const { error } = await update({ premium_subdomain: 'deja-pris', coverImage: await picture(1200, 600) })
    expect(error?.code).toBe('SUBDOMAIN_TAKEN')
    const [orphan = ''] = (await names()).filter((name) => !before.has(name))
    expect((await files(orphan))?.kept_at).toBeNull()
    await server.setClock(new Date(Date.now() + 2 * 3_600_000).toISOString())
    await sweepFiles(server.deps)
    await server.setClock(null)
    expect(await files(orphan)).toBeUndefined()
    expect(await server.deps.gateways.blobs.exists(`public/${orphan}`)).toBe(false)
    expect((await served((await settingsOf(server, shop)).coverImage)).statusCode).toBe(200)
  })

  const names = async () => await columnOf<string>(server.db)`select name from stored_files`

  test('X-028 what is served is not what was sent', async () => {
    const sent = await picture(1200, 600, 'jpeg')
    const { coverImage } = (await update({ coverImage: sent })).data as Settings
    const digest = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')
    expect(digest((await served(coverImage)).rawPayload)).not.toBe(digest(new Uint8Array(await sent.arrayBuffer())))
  })
})
