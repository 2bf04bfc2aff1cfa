import { setTimeout as pause } from 'node:timers/promises'
import { transaction } from '@parvis/postgres'
import { rowsOf, run } from '../../apps/server/src/db/database.ts'
import { servingRole } from '../../apps/server/src/db/embedded/running-postgres.ts'
import { sql } from '../../apps/server/src/db/sql.ts'
import { type Answer, tryCall } from '../bench/parts/http-client.ts'
import { terminateBackends } from '../sql/control.ts'
import { insertThreads, type Thread } from '../sql/seed.ts'
import { judgeRetryAfter, judgeStatuses, percentile, timesOf, timesToSuccess } from './answers.ts'
import { type Check, type Fault, holds, planted, within } from './fault.ts'
import { planting } from './planting.ts'
import { startSilentProxy } from './silent-proxy.ts'
import { keepAsking, until } from './until.ts'

/** F06: one table is locked; calls that need it are refused soon, all others go on. */
export const lockedTable: Fault = {
  id: 'F06',
  title: 'a table locked for 12 s',
  run: async ({ testbed }) => {
    const { owner, thread } = await insertThreads(testbed.db, 1)
    await using server = await testbed.start({ PROCESS_ROLE: 'api' })
    await using patient = await testbed.start({ PROCESS_ROLE: 'api', ...planting('no time-out of statements') })
    const settings = `/v1/company/settings/${thread.companyId}`
    const [affected, patiently, others] = await transaction(testbed.db, async (tx) => {
      await run(tx)`lock table discussions in access exclusive mode`
      const blocked = Array.from({ length: 10 }, () => readThread(server.base, thread))
      const patiently = [readThread(patient.base, thread, 8_000)]
      await using beside = keepAsking([() => tryCall(server.base, 'GET', settings, { token: owner.token })], 100)
      await pause(12_000)
      return [await Promise.all(blocked), await Promise.all(patiently), await beside.stop()]
    })
    const healed = await until('answers again', 10_000, async () => {
      return (await readThread(server.base, thread)).status === 200
    })
    return {
      done: `10 calls on it, ${others.length} beside`,
      recoveries: [healed],
      checks: [
        ...judgeRefused(affected),
        within('other calls meanwhile, p99', percentile(timesToSuccess(others), 0.99), 1_000),
      ],
      controls: [planted('no time-out of statements', judgeRefused(patiently))],
    }
  },
}

/** F07: the database answers no more, without a word; then all its connections are cut. */
export const silentDatabase: Fault = {
  id: 'F07',
  title: 'database silent, then cut',
  run: async ({ testbed }) => {
    const { thread } = await insertThreads(testbed.db, 1)
    await using proxy = await startSilentProxy(testbed.url)
    const behind = { PROCESS_ROLE: 'api', DATABASE_URL: proxy.url }
    await using server = await testbed.start(behind)
    await using patient = await testbed.start({ ...behind, ...planting('no time-out of statements') })
    await using fragile = await testbed.start({ PROCESS_ROLE: 'api', ...planting('no listener of lost connections') })
    const ask = () => readThread(server.base, thread)
    await Promise.all(Array.from({ length: 8 }, ask))
    proxy.silence()
    const asked = readThread(patient.base, thread, 10_000)
    const silent = await Promise.all(Array.from({ length: 20 }, ask))
    const patiently = await asked
    const health = await tryCall(server.base, 'GET', '/v1/health')
    proxy.heal()
    const healed = await until('answers again', 30_000, async () => (await ask()).status === 200)
    await terminateBackends(testbed.db, servingRole)
    const cut = await until('answers after all backends ended', 30_000, async () => (await ask()).status === 200)
    proxy.reset()
    const reset = await until('answers after a reset', 30_000, async () => (await ask()).status === 200)
    const alive = judgeAlive(server)
    return {
      done: 'bytes dropped, backends ended, connections reset',
      recoveries: [healed, cut, reset],
      checks: [
        ...judgeRefused(silent),
        holds('/v1/health needs no database', health.status === 200),
        within('heals after', Math.max(healed, cut, reset), 5_000),
        alive,
      ],
      controls: [
        planted('no time-out of statements', judgeRefused([patiently])),
        planted('no listener of lost connections', [judgeAlive(fragile)]),
      ],
    }
  },
}

/** F08: PostgreSQL refuses further connections (53300) of two processes that ask for more than it has. */
export const connectionStorm: Fault = {
  id: 'F08',
  title: 'connection storm, 12 for two processes',
  run: async ({ testbed }) => {
    const { thread } = await insertThreads(testbed.db, 1)
    const servers = [await testbed.start(), await testbed.start()]
    await using naive = await testbed.start({ PROCESS_ROLE: 'api', ...planting('a full PostgreSQL answered 500') })
    // Above it PostgreSQL answers 53300, as when it is full.
    const limitConnections = (max: number) =>
      rowsOf(testbed.db)`alter role ${sql.identifier(servingRole)} connection limit ${sql.literal(max)}`
    await limitConnections(12)
    await terminateBackends(testbed.db, servingRole)
    const answers = await storm(servers, 60, 5_000, thread)
    // A session has eight calls at work: fewer connections than that, whoever had them before.
    await limitConnections(2)
    await terminateBackends(testbed.db, servingRole)
    const naively = await storm([naive], 60, 1_000, thread)
    await limitConnections(-1)
    const healed = await until('answers again', 10_000, async () => {
      const both = await Promise.all(servers.map(({ base }) => readThread(base, thread)))
      return both.every(({ status }) => status === 200)
    })
    const alive = servers.every((server) => server.isAlive())
    for (const server of servers) await server.signal('SIGKILL')
    const good = answers.filter(({ status }) => status === 200).length
    return {
      done: `${answers.length} calls, 120 at once`,
      recoveries: [healed],
      checks: [
        judgeStatuses('answered', answers, [200, 503]),
        holds('some went through', good > 0),
        holds('no process died', alive),
        within('p99', percentile(timesOf(answers), 0.99), 3_000),
      ],
      controls: [planted('a full PostgreSQL answered 500', [judgeStatuses('answered', naively, [200, 503])])],
    }
  },
}

async function storm(servers: readonly { base: string }[], lanes: number, milliseconds: number, thread: Thread) {
  const ask = (base: string) => () => readThread(base, thread)
  await using clients = keepAsking(servers.flatMap(({ base }) => Array.from({ length: lanes }, () => ask(base))))
  await pause(milliseconds)
  return await clients.stop()
}

function judgeRefused(answers: readonly Answer[]): Check[] {
  return [
    judgeStatuses('the calls on it', answers, [503]),
    judgeRetryAfter(answers),
    within('the last of them after', Math.max(...timesOf(answers)), 3_000),
  ]
}

function judgeAlive(server: { isAlive(): boolean }): Check {
  return holds('the API lived through it', server.isAlive())
}

/** A resident reads their conversation. */
function readThread(base: string, { discussionId, token }: Thread, timeout = 40_000): Promise<Answer> {
  return tryCall(base, 'GET', `/v1/discussions/${discussionId}/messages`, { token, timeout })
}
