import { testApp } from '@parvis/harness/server/test-app'
import { foundCell } from '@parvis/harness/sql/found'
import { picture } from '@parvis/harness/town/companies'
import { fixedTime, idOf, instantCalls, ok, recurrentTime, updateForm } from '@parvis/harness/town/instants'
import { newOwner, newPerson } from '@parvis/harness/town/people'
import { describe, expect, test } from 'vitest'

const server = testApp()
const { post, addTime, newInstant, get, list, update, setAll, remove, upcoming, calendar } = instantCalls(server)
const asso = () => newOwner(server, { type: 'association', category: 'culture' })
const parisIso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[12]:00$/

describe('an instant and its lists', () => {
  test('C-025 C-026 C-027 I-099 AMB-133 reads back what was created, in the documented shape', async () => {
    const owner = await asso()
    const id = await newInstant(
      owner,
      { title: 'Concert au parc', categoryId: 10, latitude: '48.9', longitude: '2.31', zipCode: '92110' },
      [fixedTime('2027-03-12', '14:30', '18:00')],
    )
    const instant = await get(owner, id)
    const name = instant.instantInformation.picture
    expect(instant).toEqual({
      instantInformation: {
        id,
        businessId: owner.companyId,
        title: 'Concert au parc',
        shortDescription: 'Dégustation de nos produits',
        longDescription: 'Venez goûter nos produits, préparés sur place chaque matin.',
        category: 'musical',
        categoryId: 10,
        picture: name,
        pictureUrl: `${server.deps.config.publicUrl}/v1/media/${name}`,
      },
      address: {
        address: '12 rue de Paris',
        city: 'Clichy',
        zipCode: '92110',
        coordinates: { latitude: 48.9, longitude: 2.31 },
      },
      instantActivationTimes: [
        {
          id: expect.any(Number),
          activationTimeType: 'during_instant',
          activeDayType: 'fixed',
          startDateTime: '2027-03-12T14:30:00+01:00',
          endDateTime: '2027-03-12T18:00:00+01:00',
          isEnabled: true,
          realEndDateTime: null,
        },
      ],
      notificationSent: false,
      notificationDate: null,
      lastNotificationDate: null,
      status: true,
      lastModificationDate: expect.stringMatching(parisIso),
      version: expect.any(Number),
      sequence: 0,
      publication: { state: 'published', at: null, notify: false },
      fromCalendar: null,
      eventState: { state: 'planned', message: null, since: null },
      followsHours: false,
      pausesWhenClosed: true,
      schedule: {
        kind: 'dates',
        weekly: [],
        dates: [expect.objectContaining({ state: 'planned', formerStart: null })],
      },
    })
  })

  test('C-023 AMB-73 lists drafts, paused and expired instants, not deleted ones', async () => {
    const owner = await asso()
    expect(await list(owner)).toEqual([])
    const draft = ok<number>(await post(owner))
    const paused = await newInstant(owner, {}, [recurrentTime('all_days', '10:00', '12:00', { isEnabled: 0 })])
    const expired = await newInstant(owner, { categoryId: 1 }, [fixedTime('2020-03-12')])
    const deleted = await newInstant(owner)
    ok(await remove(owner, deleted))
    const instants = await list(owner)
    expect(new Set(instants.map(idOf))).toEqual(new Set([draft, paused, expired]))
    expect(instants).toHaveLength(3)
    expect(instants.find((instant) => idOf(instant) === expired)).toEqual(await get(owner, expired))
  })

  test('I-017 AMB-79 AMB-80 lists enabled ones first, the last touched first, a toggle being a change', async () => {
    const owner = await asso()
    const [a, b, c] = [await newInstant(owner), await newInstant(owner), await newInstant(owner)]
    expect((await list(owner)).map(idOf)).toEqual([c, b, a])
    await setAll(owner, b, false)
    expect((await list(owner)).map(idOf)).toEqual([c, a, b])
    ok(await update(owner, a))
    expect((await list(owner)).map(idOf)).toEqual([a, c, b])
    await setAll(owner, b, true)
    expect((await list(owner)).map(idOf)).toEqual([b, a, c])
  })

  test('I-110 AMB-81 a draft is paused for its owner and shown to nobody', async () => {
    const owner = await newOwner(server, { type: 'association', zipCode: '61000' })
    const id = ok<number>(await post(owner, { zipCode: '61000' }))
    expect(await get(owner, id)).toMatchObject({ status: false, instantActivationTimes: [] })
    expect((await list(owner)).map(idOf)).toEqual([id])
    expect(ok(await upcoming(owner))).toEqual([])
    expect(ok(await calendar(owner, '61000'))).toEqual([])
  })

  test('I-106 a town hall publishes without a cap, events and others', async () => {
    const mairie = await newOwner(server, { type: 'mairie', category: 'mairie' })
    for (let day = 1; day <= 4; day++) await newInstant(mairie, { categoryId: 1 }, [fixedTime(`2027-05-0${day}`)])
    expect(await list(mairie)).toHaveLength(4)
  })

  test.each([
    [1, 'cultural'],
    [2, 'sportive'],
    [3, 'discovery'],
    [4, 'gourmand'],
    [5, 'festive'],
    [6, 'heart'],
    [7, 'info'],
    [8, 'offer'],
    [9, 'gift'],
    [10, 'musical'],
  ])('I-059 AMB-93 category %i is read back as %s', async (categoryId, slug) => {
    const owner = await asso()
    const { instantInformation } = await get(owner, ok<number>(await post(owner, { categoryId })))
    expect(instantInformation).toMatchObject({ categoryId, category: slug })
  })
})

describe('the fields', () => {
  const letters = (count: number) => 'a'.repeat(count)
  test.each([
    ['I-068 title', 'title', 'abcde', undefined],
    ['I-068 title', 'title', 'abcdef', 'abcdef'],
    ['AMB-76 title', 'title', letters(255), letters(255)],
    ['AMB-76 title', 'title', letters(256), undefined],
    ['AMB-76 title with invisible characters', 'title', ' Mar​ché­ du﻿ soir ', 'Marché du soir'],
    ['I-069 short description', 'shortDescription', letters(9), undefined],
    ['I-069 short description', 'shortDescription', letters(10), letters(10)],
    ['I-069 short description', 'shortDescription', letters(254), letters(254)],
    ['I-069 short description', 'shortDescription', letters(255), undefined],
    ['I-070 long description', 'longDescription', letters(16), undefined],
    ['I-070 long description', 'longDescription', letters(17), letters(17)],
    ['I-070 long description', 'longDescription', letters(3000), letters(3000)],
    ['I-070 long description', 'longDescription', letters(3001), undefined],
    ['AMB-77 long description', 'longDescription', `<p>${letters(16)}</p>`, undefined],
    ['AMB-77 long description', 'longDescription', `<p>${letters(3000)}</p>`, letters(3000)],
    [
      'AMB-77 long description',
      'longDescription',
      '<p>Un texte</p><p>sur deux lignes</p>',
      'Un texte\nsur deux lignes',
    ],
    ['I-075 address', 'streetAddress', '1 ru', undefined],
    ['I-075 address', 'streetAddress', '1 rue', '1 rue'],
    ['I-076 city', 'city', 'Pau', undefined],
    ['I-076 city', 'city', 'Lyon', 'Lyon'],
    ['I-077 zip', 'zipCode', '99000', undefined],
    ['I-077 zip', 'zipCode', '1000', '01000'],
    ['I-077 zip', 'zipCode', '00100', '00100'],
    ['I-077 zip', 'zipCode', '7501', '07501'],
    ['I-077 zip', 'zipCode', '750150', undefined],
    ['I-067 category', 'categoryId', 'default', undefined],
    ['I-059 category', 'categoryId', '0', undefined],
    ['I-059 category', 'categoryId', '11', undefined],
    ['I-067 category', 'categoryId', undefined, undefined],
    ['coordinates', 'latitude', '48.9', undefined],
    ['coordinates', 'longitude', '200', undefined],
  ])('%s %#', async (_row, field, value, stored) => {
    const owner = await asso()
    const created = await post(owner, { [field]: value })
    const id = await newInstant(owner)
    const updated = await update(owner, id, { [field]: value })
    if (stored === undefined) {
      for (const { status, error } of [created, updated]) {
        expect([status, error?.code, Object.keys(error?.fields ?? {})]).toEqual([400, 'VALIDATION', [field]])
      }
      return
    }
    for (const instant of [await get(owner, created.data as number), ok<Awaited<ReturnType<typeof get>>>(updated)]) {
      expect({ ...updateForm(instant), ...instant.address }).toMatchObject({ [field]: stored })
    }
  })

  test('AMB-139 I-092 names every bad field, in the order of the form, with the sentence of the first', async () => {
    const owner = await asso()
    const bad = {
      title: 'abc',
      shortDescription: 'abc',
      longDescription: 'abc',
      categoryId: 0,
      city: 'abc',
      zipCode: '99000',
    }
    const { status, error } = await post(owner, {
      ...bad,
      picture: await picture(499, 500),
      notificationDate: 'demain',
    })
    expect(status).toBe(400)
    expect(Object.keys(error?.fields ?? {})).toEqual([
      'title',
      'shortDescription',
      'longDescription',
      'categoryId',
      'picture',
      'city',
      'zipCode',
      'notificationDate',
    ])
    expect(error?.message).toBe('Le titre doit contenir au moins 6 caractères')
    expect(await list(owner)).toEqual([])
  })

  test('I-071 I-079 I-092 refuses a creation without a picture, an update without a schedule', async () => {
    const owner = await asso()
    expect((await post(owner, { picture: undefined })).error?.fields).toHaveProperty('picture')
    const id = await newInstant(owner)
    for (const activationTimes of [[], undefined, '[{"a":', 'null', '["fixed"]']) {
      const { status, error } = await update(owner, id, { title: 'Autre titre', activationTimes })
      expect([status, error?.fields]).toEqual([400, { activationTimes: 'schedule_error' }])
    }
    expect((await get(owner, id)).instantInformation.title).toBe('Dégustation du samedi')
  })

  test('AMB-98 finds the point of an address when none is sent, and keeps it while the address stays', async () => {
    const owner = await asso()
    const id = await newInstant(owner, { latitude: 48.5, longitude: 2.5 })
    ok(await update(owner, id, { title: 'Un autre titre' }))
    expect((await get(owner, id)).address.coordinates).toEqual({ latitude: 48.5, longitude: 2.5 })
    ok(await update(owner, id, { city: 'Bourg-en-Bresse', zipCode: '01000', streetAddress: '1 place de la Mairie' }))
    const { latitude } = (await get(owner, id)).address.coordinates
    expect(latitude).toBeGreaterThan(45)
    expect(latitude).toBeLessThan(47)
  })
})

describe('the picture', () => {
  test('I-073 api-8.3 must measure 500x500, which the error tells', async () => {
    const owner = await asso()
    for (const [width, height] of [
      [499, 500],
      [500, 499],
    ] as const) {
      const { status, error } = await post(owner, { picture: await picture(width, height) })
      expect([status, error?.fields, error?.details]).toEqual([
        400,
        { picture: 'error_size_picture' },
        { picture: { width: 500, height: 500 } },
      ])
    }
  })

  test('I-074 I-109 is stored as a public 500x500 JPEG that anybody reads', async () => {
    const owner = await asso()
    const { pictureUrl } = (await get(owner, ok<number>(await post(owner, { picture: await picture(900, 501) }))))
      .instantInformation
    const media = await server.app.inject({ url: new URL(pictureUrl ?? '').pathname })
    expect([media.statusCode, media.headers['content-type']]).toEqual([200, 'image/jpeg'])
  })

  test('I-111 an unreadable one is refused with 415, on update too, and nothing changes', async () => {
    const owner = await asso()
    const file = new Blob(['not a picture'], { type: 'image/png' })
    expect((await post(owner, { picture: file })).status).toBe(415)
    const id = await newInstant(owner)
    const before = await get(owner, id)
    const { status, error } = await update(owner, id, { title: 'Un autre titre', picture: file })
    expect([status, error?.code]).toEqual([415, 'unreadable_image'])
    expect(await get(owner, id)).toEqual(before)
  })

  test('I-072 is kept when none is sent, replaced when one is, and the old file is swept later', async () => {
    const owner = await asso()
    const id = await newInstant(owner)
    const first = (await get(owner, id)).instantInformation.picture
    ok(await update(owner, id))
    expect((await get(owner, id)).instantInformation.picture).toBe(first)
    ok(await update(owner, id, { picture: await picture(500, 500, 'png', '#c4532d') }))
    expect((await get(owner, id)).instantInformation.picture).not.toBe(first)
    const dropped = await foundCell<Date | null>(server.db)`
      select stored_files.dropped_at from stored_files where stored_files.name = ${first}`
    expect(dropped).not.toBeNull()
  })
})

describe('whose it is', () => {
  test('I-024 X-010 T02 another’s instant is answered like an unknown one on the four calls, and stays as it was', async () => {
    const [owner, other] = [await asso(), await asso()]
    const id = await newInstant(owner)
    const before = await get(owner, id)
    const form = updateForm(before)
    const calls = (target: number) => [
      server.client.answer('GET /v1/instants/:id', { params: { id: target }, token: other.token }),
      server.client.answer('DELETE /v1/instants/:id', { params: { id: target }, token: other.token }),
      addTime(other, target, recurrentTime('all_sundays')),
      server.client.answer('POST /v1/instants/:id/update-instant-and-activationTimes', {
        params: { id: target },
        token: other.token,
        body: { ...form, id: target },
      }),
    ]
    for (const { status, error } of await Promise.all([...calls(id), ...calls(999_999_999)])) {
      expect([status, error?.code]).toEqual([404, 'INSTANT_NOT_FOUND'])
    }
    expect(await get(owner, id)).toEqual(before)
    const foreign = await server.client.answer('GET /v1/instants/company/:companyId', {
      params: { companyId: owner.companyId },
      token: other.token,
    })
    expect([foreign.status, foreign.error?.code]).toEqual([403, 'FORBIDDEN'])
    expect((await post({ ...owner, token: other.token })).error?.code).toBe('FORBIDDEN')
    for (const companyId of ['', 'x', undefined]) {
      const nobody = await server.call('POST', '/v1/instants', { token: owner.token, json: { companyId } })
      expect([nobody.status, nobody.error?.fields]).toEqual([400, { companyId: 'invalid' }])
    }
  })

  test('C-025 api-8.8 malformed ids are 404, no session is 401', async () => {
    const { token } = await newPerson(server)
    for (const id of ['abc', '0', '-1', '1.5', '99999999999999999999']) {
      expect((await server.client.answer('GET /v1/instants/:id', { params: { id }, token })).status).toBe(404)
    }
    expect((await server.client.answer('GET /v1/instants/:id', { params: { id: '1' } })).error?.code).toBe(
      'TOKEN_NOT_FOUND',
    )
  })

  test('C-030 I-014 DELETE answers the id, then 404 everywhere', async () => {
    const owner = await asso()
    const id = await newInstant(owner)
    expect(ok(await remove(owner, id))).toEqual({ id })
    expect((await remove(owner, id)).error?.code).toBe('INSTANT_NOT_FOUND')
    expect((await addTime(owner, id, recurrentTime())).status).toBe(404)
    expect(await list(owner)).toEqual([])
  })

  test('C-029 api-8.9 X-010 another id or company in the body is 400 and nothing moves', async () => {
    const [owner, other] = [await asso(), await asso()]
    const id = await newInstant(owner)
    expect((await update(owner, id, { id: id + 1 })).error?.fields).toEqual({ id: 'invalid' })
    expect((await update(owner, id, { companyId: other.companyId })).error?.fields).toEqual({ companyId: 'invalid' })
    expect((await addTime(owner, id, { ...recurrentTime(), instantId: id + 1 })).error?.fields).toEqual({
      instantId: 'invalid',
    })
    expect((await get(owner, id)).instantInformation.businessId).toBe(owner.companyId)
  })
})

describe('retried writes', () => {
  test('AMB-146 T22 the same key creates one instant, adds one time, and answers alike', async () => {
    const owner = await asso()
    const key = { 'idempotency-key': 'create-1' }
    const [first, again] = [await post(owner, {}, key), await post(owner, {}, key)]
    expect(again.data).toBe(first.data)
    expect(await list(owner)).toHaveLength(1)
    const time = () =>
      server.client.answer('POST /v1/instants/:id/activation-times', {
        params: { id: first.data },
        token: owner.token,
        body: recurrentTime(),
        headers: { 'idempotency-key': 'time-1' },
      })
    expect((await time()).data).toEqual((await time()).data)
    expect((await get(owner, first.data as number)).instantActivationTimes).toHaveLength(1)
    expect((await post(owner, { title: 'Un autre titre' }, key)).error?.code).toBe('IDEMPOTENCY_MISMATCH')
  })

  test('AMB-146 T22 five at once with the same key create one instant', async () => {
    const owner = await asso()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => post(owner, {}, { 'idempotency-key': 'at-once' })),
    )
    const created = new Set(answers.filter(({ status }) => status === 200).map(({ data }) => data))
    expect(created.size).toBe(1)
    expect(await list(owner)).toHaveLength(1)
    for (const { status } of answers) expect([200, 409]).toContain(status)
  })
})
