import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../apps/server/src/free-port.ts'
import { call, tryCall } from '../harness/bench/parts/http-client.ts'
import type { ServerProcess, Testbed } from '../harness/bench/parts/testbed.ts'
import { type FakeS3, startFakeS3 } from '../harness/fakes/fake-s3.ts'
import { broadcastTo, followedCompany } from '../harness/faults/fan-out-stage.ts'
import { type Check, type Fault, holds, type Outcome, planted, together, within } from '../harness/faults/fault.ts'
import { type Defect, planting } from '../harness/faults/planting.ts'
import { restartUnderLoad } from '../harness/faults/rolling-restart.ts'
import { pictureMessage, sendPicture } from '../harness/faults/send-message.ts'
import { until } from '../harness/faults/until.ts'
import { judgeRetried, onceMore, startWriters } from '../harness/faults/writers.ts'
import { readFanOut } from '../harness/sql/fan-out.ts'
import { insertThreads, type Thread } from '../harness/sql/seed.ts'
import { readAcross, shareLimits, streamAcrossProcesses } from './shared-state.ts'
import { missesProgram, startHaproxy, startNginx } from './start-proxy.ts'

/**
 * Two API processes that share no folder and one worker, on one PostgreSQL and one bucket, behind a proxy as docs/operations has it:
 * what one of them knows, the others know, and nobody notices a restart. haproxy drains for twice the interval of its check.
 */
export const severalProcesses = [
  { id: 'SEVERAL', program: 'nginx', start: startNginx, env: {} },
  { id: 'HAPROXY', program: 'haproxy', start: startHaproxy, env: { DRAIN_SECONDS: '2' }, isLong: true as const },
].map(
  ({ program, start, env, ...named }): Fault => ({
    ...named,
    title: `two API processes and a worker behind ${program}`,
    misses: () => missesProgram(program, program),
    run: async ({ testbed }) => {
      const folder = mkdtempSync(join(testbed.folder, 'several-'))
      await using s3 = await startFakeS3()
      const ports = [await freePort(), await freePort()]
      const settings = { ...environment(s3, testbed.secretKey), ...env }
      return await play({ testbed, folder, bucketFolder: join(s3.directory, s3.bucket), ports, start, env: settings })
    },
  }),
)

type Several = {
  testbed: Testbed
  folder: string
  bucketFolder: string
  ports: number[]
  start: typeof startNginx
  env: Record<string, string>
}

async function play(several: Several) {
  const { testbed, folder, ports } = several
  const port = await freePort()
  several.env.PUBLIC_URL = `http://127.0.0.1:${port}`
  const strict = await Promise.all(ports.map((_, n) => startApi(several, n, { RATE_LIMITS: 'strict' })))
  await using proxy = await several.start(join(folder, 'proxy'), port, ports)
  const inside = (await call(proxy.base, 'GET', '/v1/metrics')).status
  const counting = await startFaulty(several, 'limits counted by each process', { RATE_LIMITS: 'strict' })
  const limits = await shareLimits(proxy.base, strict, counting)
  for (const server of counting) await server.signal('SIGKILL')
  await Promise.all(strict.map((server) => server.signal('SIGTERM')))
  const servers = await Promise.all(ports.map((_, n) => startApi(several, n)))
  const apart = { PROCESS_ROLE: 'worker', PARVIS_DATA: join(folder, 'worker') }
  await using _worker = await testbed.start({ ...several.env, ...apart })
  const { owner, threads, thread } = await insertThreads(testbed.db, 8)
  const keeping = await startFaulty(several, 'an event that stays in its process')
  const events = await streamAcrossProcesses(proxy.base, servers, keeping, owner, thread)
  for (const server of keeping) await server.signal('SIGKILL')
  const jobs = await workOnce(testbed, proxy.base)
  const files = await keepInBucket(several, proxy.base, servers, thread)
  const rolling = await restartInTurn(several, proxy.base, servers, threads)
  const apartFromIt = [holds(`/v1/metrics stays inside (${inside})`, inside === 404), ...jobs]
  return together(rolling.done, [{ checks: apartFromIt, controls: [] }, limits, events, files, rolling])
}

/** A machine of its own for each: they have the settings in common, no folder. */
function startApi({ testbed, folder, ports, env }: Several, n: number, more = {}): Promise<ServerProcess> {
  return testbed.start({ ...env, PROCESS_ROLE: 'api', PARVIS_DATA: join(folder, `api-${n}`), ...more }, ports[n])
}

function startFaulty(several: Several, defect: Defect, more = {}) {
  const own = (n: number) => ({ PARVIS_DATA: join(several.folder, `faulty-${n}`), ...planting(defect), ...more })
  return Promise.all([0, 1].map((n) => startApi({ ...several, ports: [] }, n, own(n))))
}

function environment({ bucket, endpoint, keys }: FakeS3, secretKey: string): Record<string, string> {
  return {
    TRUST_PROXY: '1',
    ALLOW_DEVELOPMENT_IN_PUBLIC: '1',
    SECRET_KEY: secretKey,
    BLOBS: 's3',
    S3_BUCKET: bucket,
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: keys.accessKeyId,
    S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
  }
}

async function workOnce(testbed: Testbed, base: string): Promise<Check[]> {
  const followers = 300
  const { key } = await broadcastTo(testbed, base, await followedCompany(testbed, followers))
  // No process dies here, so that every mark must be followed by a push.
  const isTold = async () => (await readFanOut(testbed.db, key)).devices >= followers
  const took = await until('all are told', 60_000, isTold).catch(() => 60_000)
  const { pushes, devices } = await readFanOut(testbed.db, key)
  return [
    holds(`devices told: ${devices} of ${followers}, ${pushes} pushes`, pushes === devices && devices === followers),
    within('all told in', took, 10_000),
  ]
}

async function keepInBucket(several: Several, base: string, servers: readonly ServerProcess[], thread: Thread) {
  const answer = await sendPicture(base, thread, await pictureMessage())
  const { image } = (JSON.parse(answer?.body ?? '{}') as { data?: { image?: string } }).data ?? {}
  const path = image?.replace(base, '') ?? '/nowhere'
  const local = servers.filter((_, n) => existsSync(join(several.folder, `api-${n}`, 'blobs'))).length
  const stored = readdirSync(several.bucketFolder, { recursive: true }).length
  const own = { BLOBS: 'disk', PARVIS_DATA: join(several.folder, 'alone') }
  await using alone = await startApi({ ...several, ports: [] }, 0, own)
  const elsewhere = await readAcross([...servers, alone], path)
  return {
    checks: [
      await readAcross([...servers, { base }], path),
      holds(`kept in the bucket (${stored} objects), in no folder of a process`, stored > 0 && local === 0),
    ],
    controls: [planted('pictures on the disk of each process', [elsewhere])],
  }
}

const restarts = 10

/** Clients know one address, the proxy's; they try a refused call once more there. */
async function restartInTurn(
  several: Several,
  base: string,
  servers: ServerProcess[],
  threads: readonly Thread[],
): Promise<Outcome> {
  const { testbed, ports } = several
  const outcome = await restartUnderLoad({ db: testbed.db, base, threads, label: 'SEVERAL' }, restarts, async (n) => {
    await servers[n % 2]?.signal('SIGTERM')
    servers[n % 2] = await startApi(several, n % 2)
  })
  await using hasty = startWriters([base], threads, 'SEVERAL-control', onceMore)
  await Promise.all(servers.map((server) => server.signal('SIGTERM')))
  // Longer than a proxy tries by itself: haproxy rode out a restart of two seconds.
  await pause(6_000)
  await Promise.all(ports.map((_, n) => startApi(several, n)))
  await hasty.stop()
  // haproxy hears of it by its next check.
  await until('both answer again', 10_000, async () => (await tryCall(base, 'GET', '/v1/health/ready')).status === 200)
  return { ...outcome, controls: [planted('both processes restarted at once', [judgeRetried(hasty)])] }
}
