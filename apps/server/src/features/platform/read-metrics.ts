import { poolNumbers } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { RequestNumbers } from '../../http/request-numbers.ts'
import { countJobs } from '../../jobs/job-numbers.queries.ts'
import { countEvents, everyone } from '../access/index.ts'
import { countPushes } from '../notifications/index.ts'

const daySeconds = 86_400

type Metric = { name: string; help: string; type: 'counter' | 'gauge'; values: [labels: string, value: number][] }

/** The numbers to watch, as Prometheus text (docs/operations.md). */
export async function readMetrics({ db, live }: Dependencies, requests: RequestNumbers): Promise<string> {
  const pool = poolNumbers(db)
  const jobs = await countJobs(db)
  const pushes = await countPushes(db)
  const wrongCodes = await countEvents(db, 'wrong', everyone, daySeconds)
  const deadJobs = jobs.deadJobs.reduce((sum, { count }) => sum + count, 0)
  const metrics: Metric[] = [
    {
      name: 'parvis_requests_total',
      help: 'Calls answered, by class of status.',
      type: 'counter',
      values: Object.entries(requests.answered).map(([status, count]) => [`{status="${status}"}`, count]),
    },
    one('parvis_requests_shed_total', 'Calls answered 503.', 'counter', requests.shed),
    one(
      'parvis_event_loop_delay_seconds',
      'Delay of the event loop, 99th percentile.',
      'gauge',
      requests.eventLoopDelaySeconds,
    ),
    one('parvis_database_pool_used', 'Database connections in use.', 'gauge', pool.used),
    one('parvis_database_pool_waiting', 'Calls that wait for a database connection.', 'gauge', pool.waiting),
    one('parvis_jobs_waiting', 'Jobs not done yet.', 'gauge', jobs.waitingJobs),
    one('parvis_jobs_dead', 'Jobs abandoned after their last try.', 'gauge', deadJobs),
    one('parvis_pushes_unsent', 'Pushes that a crash left unsent.', 'gauge', pushes.unsent),
    one('parvis_wrong_codes_day', 'Wrong sign-in codes in 24 hours.', 'gauge', wrongCodes.count),
    one('parvis_live_streams', 'Audiences that live streams listen for.', 'gauge', live.size),
    one('parvis_memory_bytes', 'Resident memory.', 'gauge', process.memoryUsage.rss()),
  ]
  return `${metrics.map(write).join('')}${histogram(requests)}`
}

function one(name: string, help: string, type: Metric['type'], value: number): Metric {
  return { name, help, type, values: [['', value]] }
}

function write({ name, help, type, values }: Metric): string {
  const lines = values.map(([labels, value]) => `${name}${labels} ${value}\n`)
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`
}

function histogram({ buckets, answered, seconds }: RequestNumbers): string {
  const name = 'parvis_request_seconds'
  const total = Object.values(answered).reduce((sum, count) => sum + count, 0)
  const lines = buckets.map(({ bound, count }) => `${name}_bucket{le="${bound}"} ${count}\n`)
  return `# HELP ${name} Time to answer a call.\n# TYPE ${name} histogram\n${lines.join('')}${name}_bucket{le="+Inf"} ${total}\n${name}_sum ${seconds}\n${name}_count ${total}\n`
}
