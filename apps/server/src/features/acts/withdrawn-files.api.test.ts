import type { PostedAct } from '@parvis/domain/acts/acts.contract'
import { testApp } from '@parvis/harness/server/test-app'
import { type Hall, newHall, pdfOf, postAct } from '@parvis/harness/town/halls'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { numberOf, run } from '../../db/database.ts'
import type { Blobs } from '../../gateways/blobs/blobs.ts'
import { GatewayFailure } from '../../gateways/gateway-failure.ts'
import { claimJobs, endJob } from '../../jobs/queue.queries.ts'
import { moveActFile } from './act-files.ts'
import { eraseWithdrawnActs, restoreAct } from './withdraw-act.ts'

const server = testApp()
let hall: Hall
beforeAll(async () => {
  hall = await newHall(server)
})

const posted = async () => (await postAct(server, hall)).data as PostedAct
const withdraw = async (id: number) =>
  await server.client.answer('POST /v1/acts/:id/withdraw', {
    params: { id },
    token: hall.token,
    body: { reason: 'Une adresse y était publiée' },
  })
const media = async (path: string) => (await server.app.inject({ url: path })).statusCode
const pathOf = ({ fileUrl }: PostedAct) => new URL(fileUrl).pathname

/** The store of the files is silent for these, until the test ends or the answer is called. */
function silence(...methods: (keyof Blobs)[]): () => void {
  const { blobs } = server.deps.gateways
  const before = { ...blobs }
  const silent = async () => {
    throw new GatewayFailure('unavailable', 'blobs: silent')
  }
  const recover = () => void Object.assign(blobs, before)
  Object.assign(blobs, Object.fromEntries(methods.map((method) => [method, silent])))
  onTestFinished(recover)
  return recover
}

test('D-015 a file whose store is silent is answered 503, which nothing keeps for an absence; one that is lost, 404', async () => {
  const act = await posted()
  const paths = [pathOf(act), `/v1/media/${'0'.repeat(32)}.jpg`, `/v1/media/${'0'.repeat(32)}-240.webp`]
  const recover = silence('get')
  expect(await Promise.all(paths.map(media))).toEqual([503, 503, 503])
  recover()
  expect(await Promise.all(paths.map(media))).toEqual([200, 404, 404])
  await server.deps.gateways.blobs.delete(`act/${pathOf(act).split('/').at(-1)}`)
  expect(await media(pathOf(act))).toBe(404)
})

test('D-009 an act that is put back while its file is moved aside waits for that move: two at once would delete both copies', async () => {
  const act = await posted()
  const claim = () => claimJobs(server.db, { names: [moveActFile.name], max: 4, mayTake: false })
  await withdraw(act.id)
  const [moving, ...others] = await claim()
  expect(others).toEqual([])
  await restoreAct(server.db, server.deps.config, { actId: act.id, by: 'operator:test' })
  expect(await claim()).toEqual([])
  await endJob(server.db, moving?.id ?? 0)
  expect(await claim()).toHaveLength(1)
})

test('D-009 a file that its store could not delete after thirty days is deleted once it can, with the title and the text, and takes no room of the commune any more', async () => {
  const used = async () =>
    await numberOf(
      server.db,
    )`select coalesce(sum(storage_use.bytes), 0) from storage_use where storage_use.keeper like 'town:%'`
  const before = await used()
  const act = await posted()
  expect(await used()).toBeGreaterThan(before)
  await withdraw(act.id)
  await server.runJobs()
  const aside = `withdrawn/${pathOf(act).split('/').at(-1)}`
  await run(server.ownerDb)`
    update acts set withdrawn_at = app_now() - make_interval(days => 31) where acts.id = ${act.id}`
  const recover = silence('delete')
  await expect(eraseWithdrawnActs.run(server.deps)).rejects.toThrow()
  recover()
  const { blobs } = server.deps.gateways
  expect(await blobs.exists(aside)).toBe(true)
  await eraseWithdrawnActs.run(server.deps)
  expect(await blobs.exists(aside)).toBe(false)
  expect(await used()).toBe(before)
})

test('D-002 what only looks like a stream is judged: the word elsewhere, one that does not end its line, one that never ends', async () => {
  const judged = async (extra: string) => (await postAct(server, hall, {}, pdfOf(extra))).error?.code
  const code = '/JavaScript (app.alert)'
  expect(await judged(`(a stream\n) ${code} endstream`)).toBe('unreadable_pdf_error')
  expect(await judged(`<</Length 9>> streams ${code} endstream`)).toBe('unreadable_pdf_error')
  expect(await judged(`<</Length 9>>\nstream\n${code}`)).toBe('unreadable_pdf_error')
  const long = `<</Length 300000>>\nstream\n${code}${'x'.repeat(300_000)}\nendstream\nendobj`
  expect(await judged(`5 0 obj${long}`)).toBeUndefined()
  expect(await judged(`5 0 obj${long} ${code}`)).toBe('unreadable_pdf_error')
})

test('D-015 a file that a browser has already is not sent again, and one that was never posted is not found', async () => {
  const url = pathOf(await posted())
  const first = await server.app.inject({ url })
  const again = await server.app.inject({ url, headers: { 'if-none-match': String(first.headers.etag) } })
  expect([first.statusCode, again.statusCode, again.body]).toEqual([200, 304, ''])
  expect(await media(url.replace(/[0-9a-f]{64}/, '0'.repeat(64)))).toBe(404)
})

test('D-001 the hall reads its acts fifty at a time, the newest first, to the last one', async () => {
  hall = await newHall(server, { zipCode: '33000', town: { code: '33063', slug: 'bordeaux-33000', name: 'Bordeaux' } })
  const oldest = await posted()
  for (let n = 0; n < 50; n++) await posted()
  const page = async (before?: number) =>
    await server.client.call('GET /v1/company/:id/acts', {
      params: { id: hall.companyId },
      token: hall.token,
      query: before === undefined ? {} : { before: String(before) },
    })
  const first = await page()
  expect([first.acts.length, first.next]).toEqual([50, first.acts[49]?.id])
  const rest = await page(first.next ?? 0)
  expect([rest.acts[0]?.id, rest.next]).toEqual([oldest.id, null])
})
