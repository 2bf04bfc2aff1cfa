import { misuse, readArguments } from '../../scripts/steps/read-arguments.mjs'
import { stopServerProcesses } from '../bench/parts/server-process.ts'
import { openTestbed, type Testbed } from '../bench/parts/testbed.ts'
import { alertRules } from './alert-rules.ts'
import { behindHaproxy } from './behind-haproxy.ts'
import { jumpingClock, strangeNights } from './clock.ts'
import { cluster } from './cluster.ts'
import { connectionStorm, lockedTable, silentDatabase } from './database-faults.ts'
import { deskRaces } from './desk-races.ts'
import { durability } from './durability.ts'
import { doubleWorkers, freezeWorker } from './fan-out.ts'
import type { Fault, Outcome } from './fault.ts'
import { fullDatabase } from './full-database.ts'
import { fullUploads } from './full-uploads.ts'
import { hostilePerson } from './hostile-person.ts'
import { image } from './image.ts'
import { killApi } from './kill-api.ts'
import { killDatabase } from './kill-database.ts'
import { killFanOut } from './kill-fan-out.ts'
import { killSummaries } from './kill-summaries.ts'
import { killedUploads } from './killed-uploads.ts'
import { cutListener, idleStreams } from './live.ts'
import { lostFolder } from './lost-folder.ts'
import { memoryPressure } from './memory-pressure.ts'
import { migrationsAtOnce } from './migrations.ts'
import { brokenMultipart } from './multipart.ts'
import { overload } from './overload.ts'
import { ownDomain } from './own-domain.ts'
import { paymentDown } from './payment-down.ts'
import { pointInTime } from './point-in-time.ts'
import { poisonJob } from './poison-job.ts'
import { pooler } from './pooler.ts'
import { directoriesDown, smsDown } from './providers.ts'
import { printReport, type Run } from './report.ts'
import { rollingRestart } from './rolling-restart.ts'
import { severalProcesses } from './several-processes.ts'
import { sharedCache } from './shared-cache.ts'
import { slowClients } from './slow-clients.ts'
import { webhookFlood } from './webhooks.ts'

const usage = `
Usage: npm run faults -- [--only F01,F02] [--part WORDS] [--long]

Breaks the product on purpose on this machine (trust.md section 4): kills its processes and its database, freezes and
floods them, and compares what was answered with what is stored. Prints one table; exits 1 when something that must
hold does not, or when a defect planted on purpose passed unnoticed. What this machine cannot play is "not run".

  --only      the cases to run, by id (W-097: residents with settings and summaries)
  --part      of CLUSTER, only the parts whose titles hold these words; several with commas; of H01 only pictures, saves,
              calendars or export
  --long      as before a delivery: more cases, and as many kills, people and connections as trust.md asks (an hour);
              without it at most 10 minutes on an idle machine
`

const faults: Fault[] = [
  killApi,
  killDatabase,
  durability,
  fullDatabase,
  fullUploads,
  lockedTable,
  silentDatabase,
  connectionStorm,
  smsDown,
  paymentDown,
  directoriesDown,
  webhookFlood,
  killFanOut,
  killSummaries,
  doubleWorkers,
  freezeWorker,
  rollingRestart,
  strangeNights,
  jumpingClock,
  brokenMultipart,
  overload,
  slowClients,
  hostilePerson,
  idleStreams,
  cutListener,
  memoryPressure,
  killedUploads,
  migrationsAtOnce,
  lostFolder,
  pointInTime,
  poisonJob,
  severalProcesses,
  deskRaces,
  behindHaproxy,
  ownDomain,
  sharedCache,
  alertRules,
  pooler,
  image,
  cluster,
]

const given = readArguments(usage, { only: 'value', part: 'value', long: 'flag' })
const long = given.long === 'yes'
const wanted = given.only?.split(',').map((id) => id.trim().toUpperCase())
const chosen = faults.filter(({ id, isLong }) => (wanted ? wanted.includes(id) : long || !isLong))
if (chosen.length === 0)
  misuse(usage, `No such case: ${given.only}. There are ${faults.map(({ id }) => id).join(' ')}.`)

process.exit(printReport(await playAll()) ? 0 : 1)

async function playAll(): Promise<Run[]> {
  await using testbed = await openTestbed()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void testbed[Symbol.asyncDispose]().then(() => process.exit(130)))
  const runs: Run[] = []
  for (const fault of chosen) runs.push({ fault, ...(await attempt(fault, testbed)) })
  return runs
}

/** The servers that a case leaves running end with it. */
async function attempt(fault: Fault, testbed: Testbed): Promise<{ outcome: Outcome; seconds: number }> {
  await using left = new AsyncDisposableStack()
  left.defer(stopServerProcesses)
  const started = performance.now()
  process.stderr.write(`${fault.id} ${fault.title}… `)
  const outcome = await fault.run({ testbed, long, part: given.part }).catch(
    (error: unknown): Outcome => ({
      done: 'could not be run to its end',
      checks: [{ what: error instanceof Error ? error.message : String(error), verdict: 'broken' }],
      controls: [],
    }),
  )
  const seconds = (performance.now() - started) / 1000
  process.stderr.write(`${seconds.toFixed(0)} s\n`)
  return { outcome, seconds }
}
