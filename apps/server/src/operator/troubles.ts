import { writeParisMinute } from '@parvis/domain/kernel/paris-time'
import { toInstant } from '../db/clock.ts'
import { listPushTroubles, type PushTrouble } from '../features/notifications/index.ts'
import { countJobs } from '../jobs/job-numbers.queries.ts'
import type { Command } from './command.ts'

/** Notifications that did not reach every device, and jobs that were given up (AMB-149, F28). Changes nothing. */
export const troubles: Command = async ({ db }) => {
  const lines = (await listPushTroubles(db)).map(describe)
  const dead = (await countJobs(db)).deadJobs.map(
    ({ name, count, lastError }) => `${name} : ${count} abandonnées, dernière erreur : ${lastError ?? 'inconnue'}`,
  )
  return [
    lines.length > 0 ? 'Notifications incomplètes des 30 derniers jours :' : 'Toutes les notifications sont parties.',
    ...lines,
    dead.length > 0 ? 'Tâches abandonnées :' : 'Aucune tâche abandonnée.',
    ...dead,
  ]
}

function describe({ key, company, acceptedAt, sent, failed, unsent }: PushTrouble): string {
  const when = writeParisMinute(toInstant(acceptedAt))
  return `${when} ${company} (${key}) : ${sent} envoyées, ${failed} refusées, ${unsent} perdues dans un arrêt brutal`
}
