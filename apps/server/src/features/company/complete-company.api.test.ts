import { testApp } from '@parvis/harness/server/test-app'
import { foundCell } from '@parvis/harness/sql/found'
import { picture, registrationForm, settingsOf, updateCompany } from '@parvis/harness/town/companies'
import { newOwner, type Owner } from '@parvis/harness/town/people'
import { beforeAll, describe, expect, test } from 'vitest'
import { columnOf, numberOf, rowsOf, run } from '../../db/database.ts'

const server = testApp()
let fresh: Owner

beforeAll(async () => {
  fresh = await newOwner(server, { category: null })
  await run(server.db)`update companies set phone = null where id = ${fresh.companyId}`
})

describe('a profile being registered', () => {
  test.each([
    'id-card-front',
    'id-card-back',
    'profileImage',
    'coverImage',
    'name',
    'category',
    'address',
    'city',
    'zipCode',
    'description',
    'email',
  ])('R-084 R-085 R-086 R-087 R-088 R-089 R-090 R-091 R-092 R-093 R-094 R-095 C-018 needs %s', async (field) => {
    for (const value of [undefined, '']) {
      const { status, error } = await updateCompany(server, fresh, await registrationForm({ [field]: value }))
      expect([status, error?.code]).toEqual([404, 'data_format_error'])
      expect(error?.fields).toEqual({ [field]: 'required_data_error' })
      expect(error?.message).toBe('Veuillez remplir tous les champs')
    }
    expect((await settingsOf(server, fresh)).category).toBeNull()
  })

  test('R-098 E-066 AMB-52 needs opening hours, by their own key and the sentence of what is required', async () => {
    for (const openingHours of [undefined, '', '[]']) {
      const { error } = await updateCompany(server, fresh, await registrationForm({ openingHours }))
      expect(error?.fields).toEqual({ openingHours: 'opening hours error' })
      expect(error?.message).toBe('Veuillez remplir tous les champs')
    }
  })

  test('R-084 AMB-139 names everything that is missing, in the order of the rules', async () => {
    const { error } = await updateCompany(server, fresh, {})
    expect(Object.keys(error?.fields ?? {})).toEqual([
      'id-card-front',
      'id-card-back',
      'profileImage',
      'coverImage',
      'name',
      'type',
      'category',
      'address',
      'city',
      'zipCode',
      'description',
      'email',
      'openingHours',
    ])
  })

  test('R-096 R-097 AMB-36 C-017 leaves phone and website optional on the wire, and completes', async () => {
    const owner = await newOwner(server, { category: null })
    await run(server.db)`update companies set phone = null where id = ${owner.companyId}`
    const form = await registrationForm({ phoneNumber: undefined, website: undefined })
    const { status, data } = await updateCompany(server, owner, form)
    expect(status).toBe(200)
    expect(data).toMatchObject({ category: 'boulangerie', phoneNumber: null, website: null, identityStatus: 'pending' })
    expect(data).toEqual(await settingsOf(server, owner))
    const completedAt = await foundCell<Date | null>(server.db)`
      select completed_at from companies where id = ${owner.companyId}`
    expect(completedAt).toBeInstanceOf(Date)
  })

  test('C-015 T11 the identity cards are sealed: not one of their bytes is readable on the disk', async () => {
    const owner = await newOwner(server, { category: null })
    expect((await updateCompany(server, owner, await registrationForm())).status).toBe(200)
    const documents = await rowsOf<{ side: 'front' | 'back'; name: string | null; sha256: string }>(server.db)`
      select side, name, sha256 from identity_documents where company_id = ${owner.companyId} order by side`
    expect(documents.map(({ side }) => side)).toEqual(['back', 'front'])
    for (const { name, sha256 } of documents) {
      const sealed = await server.deps.gateways.blobs.get(`identity/${name}`)
      expect(sealed.includes(Buffer.from([0xff, 0xd8, 0xff]))).toBe(false)
      const opened = await server.deps.gateways.sealedBlobs.get(`identity/${name}`)
      expect([...opened.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff])
      expect(sha256).toMatch(/^[0-9a-f]{64}$/)
      expect((await server.client.answer('GET /v1/media/:name', { params: { name: name ?? '' } })).status).toBe(404)
      expect((await server.call('GET', `/v1/media/..%2fidentity%2f${name}`)).status).toBe(404)
    }
  })

  test('C-015 the identity cards are asked at registration, and never again on edit', async () => {
    const owner = await newOwner(server, { category: null })
    const without = { 'id-card-front': undefined, 'id-card-back': undefined }
    const { status, error } = await updateCompany(server, owner, await registrationForm(without))
    expect([status, error?.code]).toEqual([404, 'data_format_error'])
    expect(Object.keys(error?.fields ?? {})).toEqual(['id-card-front', 'id-card-back'])
    expect((await updateCompany(server, owner, await registrationForm())).status).toBe(200)
    const { status: edited, data } = await updateCompany(
      server,
      owner,
      await registrationForm({ ...without, name: 'Deux' }),
    )
    expect(edited).toBe(200)
    expect(data).toMatchObject({ name: 'Deux', identityStatus: 'pending' })
  })

  test('C-015 AMB-36 a refused identity card is sent again, both sides at once; once it waits for the team no other is read', async () => {
    const owner = await newOwner(server, { category: null })
    expect((await updateCompany(server, owner, await registrationForm())).status).toBe(200)
    await run(server.db)`
      update companies set identity_status = 'refused', identity_decided_at = ${new Date()}
      where id = ${owner.companyId}`
    const card = async (side: 'front' | 'back') => ({ [`id-card-${side}`]: await picture(640, 400) })
    const half = await updateCompany(server, owner, await card('front'))
    expect([half.status, half.error?.fields]).toEqual([404, { 'id-card-back': 'required_data_error' }])
    const whole = await updateCompany(server, owner, { ...(await card('front')), ...(await card('back')) })
    expect([whole.status, whole.data?.identityStatus]).toEqual([200, 'pending'])
    const decidedAt = await foundCell<Date | null>(server.db)`
      select identity_decided_at from companies where id = ${owner.companyId}`
    // Of the former decision the new documents would be deleted within the day.
    expect(decidedAt).toBeNull()
    const deletedAt = () =>
      columnOf<Date | null>(server.db)`
        select deleted_at from identity_documents where company_id = ${owner.companyId}`
    expect((await deletedAt()).filter((at) => at === null)).toHaveLength(2)
    expect((await updateCompany(server, owner, await card('front'))).status).toBe(200)
    expect(await deletedAt()).toHaveLength(4)
  })

  test('AMB-144 a PDF identity card is refused with a sentence', async () => {
    const pdf = new Blob(['%PDF-1.7 pièce'], { type: 'application/pdf' })
    const { status, error } = await updateCompany(server, fresh, await registrationForm({ 'id-card-front': pdf }))
    expect([status, error?.code]).toEqual([415, 'unreadable_image'])
    expect(error?.message).toBe("L'image doit être au format JPEG, PNG ou WebP")
  })

  test('AMB-36 of two simultaneous completions each is whole: cards are kept once', async () => {
    const owner = await newOwner(server, { category: null })
    const forms = await Promise.all([registrationForm({ name: 'Premier' }), registrationForm({ name: 'Second' })])
    const answers = await Promise.all(forms.map((form) => updateCompany(server, owner, form)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const documents = await rowsOf(server.db)`select * from identity_documents where company_id = ${owner.companyId}`
    expect(documents).toHaveLength(2)
  })

  test('R-101 AMB-36 identity cards sent on an edit are not even read', async () => {
    const owner = await newOwner(server)
    const { status, data } = await updateCompany(server, owner, {
      name: 'Boulangerie Martin fils',
      'id-card-front': await picture(640, 400),
      'id-card-back': new Blob(['no picture at all']),
    })
    expect(status).toBe(200)
    expect(data).toMatchObject({ name: 'Boulangerie Martin fils', identityStatus: 'missing' })
  })
})

test('AMB-144 T11 documents are gone within the day after the decision, or after 30 days; a receipt stays', async () => {
  const { deleteIdentityDocuments } = await import('./delete-identity-documents.ts')
  const decided = await newOwner(server, { category: null })
  const forgotten = await newOwner(server, { category: null })
  for (const owner of [decided, forgotten])
    expect((await updateCompany(server, owner, await registrationForm())).status).toBe(200)
  await deleteIdentityDocuments(server.deps)
  await run(server.db)`
    update companies set identity_status = 'verified', identity_decided_at = ${new Date()}
    where id = ${decided.companyId}`
  const kept = async (companyId: string) =>
    await numberOf(server.db)`select count(name)::int from identity_documents where company_id = ${companyId}`
  expect([await kept(decided.companyId), await kept(forgotten.companyId)]).toEqual([2, 2])

  await server.setClock(new Date(Date.now() + 23 * 3_600_000).toISOString())
  await deleteIdentityDocuments(server.deps)
  expect([await kept(decided.companyId), await kept(forgotten.companyId)]).toEqual([0, 2])
  await server.setClock(new Date(Date.now() + 31 * 86_400_000).toISOString())
  await deleteIdentityDocuments(server.deps)
  expect(await kept(forgotten.companyId)).toBe(0)
  await server.setClock(null)

  const receipts = await columnOf(server.db)`
    select details from audit_log where action = 'identity.delete' and object = ${`company:${decided.companyId}`}`
  expect(receipts).toEqual([
    { side: 'front', sha256: expect.stringMatching(/^[0-9a-f]{64}$/), status: 'verified' },
    { side: 'back', sha256: expect.stringMatching(/^[0-9a-f]{64}$/), status: 'verified' },
  ])
})
