import type { PostedAct } from '@parvis/domain/acts/acts.contract'
import { testApp } from '@parvis/harness/server/test-app'
import { type Hall, newHall, postAct } from '@parvis/harness/town/halls'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { run } from '../../db/database.ts'
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

test('D-009 a file that its store could not delete after thirty days is deleted once it can, with the title and the text', async () => {
  const act = await posted()
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
})
