import { randomBytes } from 'node:crypto'
import { api } from '@parvis/domain/api'
import { type Endpoint, methodOf, pathOf } from '@parvis/domain/kernel/contract'
import { operatorContract } from '@parvis/domain/operator/operator.contract'
import { newPhone, testApp } from '@parvis/harness/server/test-app'
import { foundCell } from '@parvis/harness/sql/found'
import { superAdmin } from '@parvis/harness/sql/people'
import { newOwner, newPerson, type Owner, type Person } from '@parvis/harness/town/people'
import { expect, test } from 'vitest'
import { numberOf, rowsOf, run } from '../../db/database.ts'
import { deleteIdentityDocuments } from '../company/delete-identity-documents.ts'

const server = testApp()
const hash = expect.stringMatching(/^[0-9a-f]{64}$/)
const marker = randomBytes(64)

async function newOperator(): Promise<Person> {
  const person = await newPerson(server)
  await superAdmin(server.db, person.userId)
  return person
}

/** A company that sent the front of an identity card. */
async function newApplicant(): Promise<Owner & { documentId: number }> {
  const owner = await newOwner(server)
  const name = `${randomBytes(16).toString('hex')}.sealed`
  await server.deps.gateways.sealedBlobs.put(`identity/${name}`, marker)
  const id = await foundCell<number>(server.db)`
    insert into identity_documents (company_id, side, name, sha256, deleted_at)
    values (${owner.companyId}, 'front', ${name}, ${'f'.repeat(64)}, null)
    returning identity_documents.id`
  await run(server.db)`update companies set identity_status = 'pending' where companies.id = ${owner.companyId}`
  return { ...owner, documentId: id }
}

const see = (token: string, id: number, reason?: string) =>
  server.app.inject({
    method: 'POST',
    url: `/v1/operator/identity-documents/${id}/view`,
    payload: { reason },
    headers: { authorization: `Bearer ${token}` },
  })
const auditOf = (object: string) =>
  rowsOf<{ actor: string; action: string; details: Record<string, unknown> }>(server.db)`
    select audit_log.actor, audit_log.action, audit_log.details from audit_log
    where audit_log.object = ${object} order by audit_log.id`

/** Every call of the product that is for the team only, whatever the feature: none is listed by hand. */
const teamCalls = Object.values(api)
  .flatMap((contract): Endpoint[] => Object.values(contract))
  .filter((endpoint) => endpoint.access === 'super-admin' || pathOf(endpoint).startsWith('/v1/operator/'))

test('T11 C-058 AMB-115 every call of the team is refused to any owner or resident, and to no session', async () => {
  expect(teamCalls.length).toBeGreaterThanOrEqual(Object.keys(operatorContract).length + 2)
  const applicant = await newApplicant()
  const others = [applicant, await newOwner(server, { type: 'mairie' }), await newPerson(server)]
  const before = await countAuditLines()
  for (const endpoint of teamCalls) {
    const [method, path] = [methodOf(endpoint), pathOf(endpoint)]
    const url = path.replace(':id', String(applicant.documentId)).replace(':companyId', applicant.companyId)
    for (const { token } of others) {
      const { status, error } = await server.call(method, url, { token, ...(method === 'POST' && { json: sound }) })
      expect([path, status, error?.code]).toEqual([path, 403, 'FORBIDDEN'])
    }
    expect([path, (await server.call(method, url)).status]).toEqual([path, 401])
  }
  expect(await countAuditLines()).toEqual(before)
})

/** Everything that the calls ask for: only the right is missing. */
const sound = { reason: 'Vérification du dossier', decision: 'verified', phone: '0612345678', on: true }
const countAuditLines = () =>
  numberOf(server.db)`select count(*)::int from audit_log where audit_log.action <> 'access.refused'`

test('T11 a document whose file is gone before its row is not found, and leaves no line of audit', async () => {
  const [operator, applicant] = [await newOperator(), await newApplicant()]
  const name = await foundCell<string>(server.db)`
    select identity_documents.name from identity_documents where identity_documents.id = ${applicant.documentId}`
  await server.deps.gateways.sealedBlobs.delete(`identity/${name}`)
  const { statusCode } = await see(operator.token, applicant.documentId, 'Vérification du dossier')
  expect(statusCode).toBe(404)
  expect((await auditOf(`company:${applicant.companyId}`)).map(({ action }) => action)).not.toContain('identity.view')
})

test('T11 R-083 the desk lists who waits, the oldest first, page after page', async () => {
  const { token } = await newOperator()
  const [first, second] = [await newApplicant(), await newApplicant()]
  const list = (query: { after?: string } = {}) => server.client.call('GET /v1/operator/identities', { token, query })
  const waiting = (await list()).filter(({ companyId }) => [first.companyId, second.companyId].includes(companyId))
  expect(waiting.map(({ companyId }) => companyId)).toEqual([first.companyId, second.companyId])
  expect(waiting[0]).toMatchObject({
    documents: [{ id: first.documentId, side: 'front', sentAt: expect.stringMatching(/^\d{4}-.*\+0[12]:00$/) }],
    owners: [{ first_name: 'Marie', last_name: 'Durand', phone_number: first.phone }],
  })
  const next = await list({ after: first.companyId })
  expect(next.map(({ companyId }) => companyId)).not.toContain(first.companyId)
  expect(next.map(({ companyId }) => companyId)).toContain(second.companyId)
  const torn = await server.client.answer('GET /v1/operator/identities', { token, query: { after: 'x' } })
  expect(torn.status).toBe(400)
})

test('F16 T11 T34 a document is shown with a reason only, never cached, and each look is written down', async () => {
  const operator = await newOperator()
  const applicant = await newApplicant()
  for (const reason of [undefined, '', 'ok'])
    expect((await see(operator.token, applicant.documentId, reason)).statusCode).toBe(400)
  expect(await auditOf(`company:${applicant.companyId}`)).toEqual([])
  const reply = await see(operator.token, applicant.documentId, 'Vérification de l’identité')
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/jpeg'])
  expect(reply.headers['cache-control']).toContain('no-store')
  expect(reply.rawPayload.equals(marker)).toBe(true)
  expect(await auditOf(`company:${applicant.companyId}`)).toEqual([
    {
      actor: `user:${operator.userId}`,
      action: 'identity.view',
      details: expect.objectContaining({ document: applicant.documentId, reason: 'Vérification de l’identité' }),
    },
  ])
  const get = await server.call('GET', `/v1/operator/identity-documents/${applicant.documentId}/view`, {
    token: operator.token,
  })
  expect(get.status).toBe(405)
  expect((await see(operator.token, 999_999, 'Vérification')).statusCode).toBe(404)
})

test('T11 AMB-144 a decision is written with its reason, and the document is gone a day later, its receipt kept', async () => {
  const operator = await newOperator()
  const applicant = await newApplicant()
  const decide = (body: { decision: string; reason?: string }) =>
    server.client.answer('POST /v1/operator/identities/:companyId/decide', {
      token: operator.token,
      params: { companyId: applicant.companyId },
      body,
    })
  expect((await decide({ decision: 'refused' })).error?.fields).toEqual({ reason: 'reason_error' })
  expect((await decide({ decision: 'maybe' })).status).toBe(400)
  const { data } = await decide({ decision: 'refused', reason: 'Le nom n’est pas lisible' })
  expect(data).toEqual({ companyId: applicant.companyId, identityStatus: 'refused' })
  await server.setClock(new Date(Date.now() + 25 * 3_600_000).toISOString())
  await deleteIdentityDocuments(server.deps)
  await server.setClock(null)
  expect((await see(operator.token, applicant.documentId, 'Vérification')).statusCode).toBe(404)
  const asked = { token: (await newOperator()).token, query: { object: `company:${applicant.companyId}` } }
  const lines = await server.client.call('GET /v1/operator/audit', asked)
  expect(lines.map((line) => ({ ...line, id: 0, at: '' }))).toEqual([
    {
      id: 0,
      at: '',
      actor: 'system',
      action: 'identity.delete',
      object: `company:${applicant.companyId}`,
      details: { side: 'front', sha256: 'f'.repeat(64), status: 'refused' },
      requestId: null,
    },
    {
      id: 0,
      at: '',
      actor: `user:${operator.userId}`,
      action: 'identity.decide',
      object: `company:${applicant.companyId}`,
      details: { decision: 'refused', reason: 'Le nom n’est pas lisible', before: hash, after: hash },
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    },
  ])
})

test('C-058 AMB-141 blocking a phone ends its sessions at once, unblocking gives its budgets back', async () => {
  const { token } = await newOperator()
  const pest = await newPerson(server)
  const block = (body: { phone: string; on: boolean | '0'; reason?: string }) =>
    server.client.answer('POST /v1/operator/phones/block', { token, body })
  const { data } = await block({ phone: pest.phone.replace('+33', '0'), on: true, reason: 'Insultes répétées' })
  expect(data).toMatchObject({ phone: pest.phone, blocked: true, sessions: 0, userId: pest.userId })
  expect((await server.client.answer('GET /v1/authentication/session', { token: pest.token })).error?.code).toBe(
    'SESSION_UNKNOWN',
  )
  const send = () =>
    server.client.answer('POST /v1/authentication/send-activation-code', { as: 'form', body: { phone: pest.phone } })
  expect((await send()).error?.code).toBe('PHONE_BLOCKED')
  const blocked = (await server.client.answer('GET /v1/operator/blocked', { token })).data as {
    phones: { phone: string }[]
  }
  expect(blocked.phones.map(({ phone }) => phone)).toContain(pest.phone)
  await block({ phone: pest.phone, on: '0', reason: 'Excuses reçues' })
  expect((await send()).status).toBe(200)
  expect((await block({ phone: pest.phone, on: true })).status).toBe(400)
  expect((await block({ phone: '0145678901', on: true, reason: 'Insultes' })).error?.code).toBe('INVALID_PHONE')
  const unknown = await server.client.answer('POST /v1/operator/phones', { token, body: { phone: newPhone() } })
  expect(unknown.data).toMatchObject({ blocked: false, wrongCodes: 0, userId: null })
})

test('C-058 AMB-104 blocking a conversation is written down; an unknown one is 404', async () => {
  const { token } = await newOperator()
  const owner = await newOwner(server)
  const resident = await newPerson(server)
  const id = await foundCell<string>(server.db)`
    insert into discussions (company_id, resident_id) values (${owner.companyId}, ${resident.userId})
    returning discussions.id`
  const block = (discussion: string, on: boolean) =>
    server.client.answer('POST /v1/operator/discussions/:id/block', {
      params: { id: discussion },
      token,
      body: { on, reason: 'Menaces' },
    })
  expect((await block(id, true)).data).toEqual({ id, blocked: true })
  const blocked = (await server.client.answer('GET /v1/operator/blocked', { token })).data as {
    discussions: { id: string }[]
  }
  expect(blocked.discussions).toContainEqual({ id, company: 'Boulangerie Martin' })
  expect((await block(id, false)).data).toEqual({ id, blocked: false })
  expect((await auditOf(`discussion:${id}`)).map(({ action }) => action)).toEqual([
    'discussion.block',
    'discussion.block',
  ])
  expect((await block('7f1e9f06-9a4e-4d8c-8a2e-0c6e2f9f3f11', true)).status).toBe(404)
})

test('T34 the audit trail is read newest first, 50 lines a page, and cannot be changed', async () => {
  const { token } = await newOperator()
  await run(server.db)`
    insert into audit_log (actor, action, object, details)
    select 'user:1', 'test.act', 'test:1', jsonb_build_object('n', n) from generate_series(0, 59) n order by n`
  const page = (query: { before?: string; action?: string } = {}) =>
    server.client.call('GET /v1/operator/audit', { token, query: { object: 'test:1', ...query } })
  const first = await page()
  expect([first.length, first[0]?.details]).toEqual([50, { n: 59 }])
  const second = await page({ before: String(first.at(-1)?.id) })
  expect([second.length, second.at(-1)?.details]).toEqual([10, { n: 0 }])
  expect(await page({ action: 'other' })).toEqual([])
  await expect(rowsOf(server.db)`delete from audit_log`).rejects.toThrow('permission denied')
})

test('C-058 AMB-149 the desk counts what the machine could not do', async () => {
  const { token } = await newOperator()
  const { status, data } = await server.client.answer('GET /v1/operator/work', { token })
  expect(status).toBe(200)
  expect(data).toEqual({
    waitingJobs: expect.any(Number),
    deadJobs: [],
    pushes: { sent: 0, failed: 0, unsent: 0, refused: 0 },
    openPayments: 0,
    reports: { waiting: expect.any(Number), late: expect.any(Number) },
  })
})
