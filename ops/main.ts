import { playFaults } from '../harness/faults/play.ts'
import { alertRules } from './alert-rules.ts'
import { clusters } from './cluster.ts'
import { firstHour } from './first-hour.ts'
import { image } from './image.ts'
import { ownDomain } from './own-domain.ts'
import { pointInTime } from './point-in-time.ts'
import { poolers } from './pooler.ts'
import { severalProcesses } from './several-processes.ts'
import { sharedCache } from './shared-cache.ts'

const usage = `
Usage: npm run ops -- [--only SEVERAL,HAPROXY] [--part WORDS] [--long]

Plays what docs/operations.md promises of an operator's platform, with the very files of docs/operations, on this machine:
processes behind nginx and haproxy, the shared cache and a day without PostgreSQL, Caddy's certificates, PgBouncer, the cluster, the image, a first hour, a recovery to a
point in time, the alerts. Each shows that it notices a planted defect. Exits 1 when something that must hold does not. What
this machine cannot play is "not run", with the package that it misses.

  --only      the cases to run, by id: SEVERAL HAPROXY CACHE CADDY POOLER POOLER26 CLUSTER CLUSTER18 QUORUM IMAGE HOUR F27 ALERTS
  --part      of the clusters, only the parts whose titles hold these words; several with commas
  --long      the long ones too (the three clusters, IMAGE, HAPROXY, HOUR, CACHE): an hour
`

await playFaults(usage, [
  ...severalProcesses,
  sharedCache,
  ownDomain,
  ...poolers,
  ...clusters,
  image,
  firstHour,
  pointInTime,
  alertRules,
])
