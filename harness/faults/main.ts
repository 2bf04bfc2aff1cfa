import { dangerFirst } from './alert.ts'
import { crowd } from './crowd.ts'
import { connectionStorm, lockedTable, silentDatabase } from './database-faults.ts'
import type { Fault } from './fault.ts'
import { fullDatabase } from './full-database.ts'
import { fullUploads } from './full-uploads.ts'
import { hostilePerson } from './hostile-person.ts'
import { killApi, killDatabase } from './kill-during-writes.ts'
import { killFanOut } from './kill-fan-out.ts'
import { killedUploads } from './killed-uploads.ts'
import { idleStreams } from './live.ts'
import { memoryPressure } from './memory-pressure.ts'
import { overload } from './overload.ts'
import { playFaults } from './play.ts'
import { rollingRestart } from './rolling-restart.ts'
import { slowClients } from './slow-clients.ts'

const usage = `
Usage: npm run faults -- [--only F01,F02] [--part WORDS] [--long]

Breaks the product on purpose on this machine (trust.md section 4): kills its processes and its database, freezes and
floods them, and compares what was answered with what is stored. Prints one table; exits 1 when something that must
hold does not, or when a defect planted on purpose passed unnoticed. What this machine cannot play is "not run". What an
operator's platform owes (cluster, proxies, pooler, image, recovery) is played by npm run ops; what one process shows as
well (F03, F09 to F12, F14, F17, F18, F23, F26, F28), by API tests that name it; malformed bodies (F19), by npm run fuzz.

  --only      the cases to run, by id (F15 and W-097 are parts of F13)
  --part      of H01 only pictures, saves, calendars or export
  --long      as before a delivery: more cases, and as many kills, people and connections as trust.md asks (an hour);
              without it at most 10 minutes on an idle machine
`

const faults: Fault[] = [
  killApi,
  killDatabase,
  fullDatabase,
  fullUploads,
  lockedTable,
  silentDatabase,
  connectionStorm,
  killFanOut,
  rollingRestart,
  overload,
  slowClients,
  hostilePerson,
  idleStreams,
  memoryPressure,
  killedUploads,
  crowd,
  dangerFirst,
]

await playFaults(usage, faults)
