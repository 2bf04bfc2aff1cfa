import { setTimeout as pause } from 'node:timers/promises'
import type { ServerProcess } from '../harness/bench/parts/testbed.ts'
import { startDefectiveProxy } from '../harness/faults/defective-proxy.ts'
import { killAll, send } from '../harness/faults/kill-postgres.ts'
import { planting } from '../harness/faults/planting.ts'
import { until } from '../harness/faults/until.ts'
import type { Stage } from './cluster-stage.ts'
import type { PatroniCluster } from './patroni-cluster.ts'

export type Scenario = {
  title: string
  /** Range of milliseconds without an acknowledged write that the scenario may take. */
  target: number
  blow: (patroni: PatroniCluster) => Promise<void>
  /** A control beside the product under the same fault: a planted defect, or a correct server in a worse configuration. */
  beside?: (stage: Stage) => Promise<Beside[]>
  /** The scenario with a wrong setting of the cluster: the time without an acknowledged write must show it. */
  wrongly?: { name: string; arrange: (patroni: PatroniCluster) => Promise<void>; blow: Scenario['blow'] }
  /** Whether every connection is cut, so that event streams must report a gap. */
  cuts: boolean
}

type Beside = { name: string; bases: string[]; isDefective: boolean; stop: () => Promise<void> }

const afterDeath = 20_000
const afterSwitchover = 5_000

const freeze = async (pids: readonly number[], milliseconds: number) => {
  for (const pid of pids) send(pid, 'SIGSTOP')
  await pause(milliseconds)
  for (const pid of pids) send(pid, 'SIGCONT')
}

/** The steps of the fault, in order. */
export const scenarios: Scenario[] = [
  {
    title: 'leader’s machine killed',
    target: afterDeath,
    cuts: true,
    blow: async (patroni) => {
      const leader = await patroni.leader()
      killAll(patroni.machine(leader))
      await until('another leads', 60_000, async () => ![0, leader].includes(await patroni.leader()), 200)
      await pause(4_000)
      patroni.restart(leader)
    },
    beside: async ({ apis }) => proxied('answers first', 'acknowledged before it is written', apis),
  },
  {
    title: 'switchover',
    target: afterSwitchover,
    cuts: true,
    blow: (patroni) => patroni.switchover(),
    beside: async ({ start, patroni }) => {
      const loose = { DATABASE_URL: patroni.looseUrl }
      const begin = async (name: string, isDefective: boolean, env: Record<string, string> = {}) => {
        const { base, signal } = await start('api', { ...loose, ...env })
        return { name, isDefective, bases: [base], stop: () => signal('SIGKILL') }
      }
      const kept = 'a standby kept as the leader'
      return [await begin('switchover, haproxy loose', false), await begin(kept, true, planting(kept))]
    },
  },
  {
    title: 'PostgreSQL killed alone',
    target: afterDeath,
    cuts: true,
    blow: async (patroni) => killAll(patroni.postgres(await patroni.leader())),
    beside: async ({ apis }) => proxied('forgets keys', 'no idempotency key', apis),
  },
  {
    title: 'leader frozen 30 s and thawed',
    target: afterDeath,
    cuts: true,
    blow: async (patroni) => await freeze(patroni.machine(await patroni.leader()), 30_000),
    beside: async ({ apis }) => proxied('answers first', 'acknowledged before it is written', apis),
  },
  {
    title: 'etcd away 20 s, failsafe mode',
    target: afterSwitchover,
    cuts: false,
    blow: async (patroni) => await freeze(patroni.etcds(), 20_000),
    wrongly: {
      name: 'without failsafe mode',
      arrange: (patroni) => patroni.configure('failsafe_mode=false'),
      blow: async (patroni) => await freeze(patroni.etcds(), 30_000),
    },
  },
  {
    title: 'synchronous standby frozen 25 s',
    target: afterDeath,
    cuts: false,
    blow: async (patroni) => await freeze(patroni.machine(await patroni.syncStandby()), 25_000),
    beside: async ({ apis }) => proxied('forgets keys', 'no idempotency key', apis),
  },
]

async function proxied(defect: 'answers first' | 'forgets keys', name: string, apis: readonly ServerProcess[]) {
  const proxies = await Promise.all(apis.map(({ base }) => startDefectiveProxy(() => base, defect)))
  const stop = async () => {
    for (const proxy of proxies) proxy[Symbol.dispose]()
  }
  return [{ name, isDefective: true, bases: proxies.map(({ base }) => base), stop }]
}
