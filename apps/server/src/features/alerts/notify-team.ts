import { levelNames } from '@parvis/domain/alerts/alert'
import { alertTexts } from '@parvis/domain/alerts/alerts.refusals.fr'
import { transaction } from '@parvis/postgres'
import type { Transaction } from '../../db/database.ts'
import { openedPage } from '../../gateways/push/push.ts'
import { enqueue, type Job, urgentPriority } from '../../jobs/job.ts'
import { enqueueMail, listTargets } from '../notices/index.ts'
import { sendPushes } from '../notifications/index.ts'
import { findAlert, type StoredAlert } from './alerts.queries.ts'
import { ringEnd } from './ring-alert.ts'
import { listHallMembers, readHall, saveTeamNumbers } from './store-alert.queries.ts'

type AlertChange = { alertId: number; what: 'sent' | 'ended' }

const jobName = 'notify-hall-of-alert'

/** Tells everybody of the hall that an alert was sent or ended, by push and mail, whatever they chose. */
export async function enqueueTeam(tx: Transaction, change: AlertChange): Promise<void> {
  await enqueue(tx, jobName, change, { priority: urgentPriority })
}

export const notifyTeam: Job = {
  name: jobName,
  run: async ({ db, gateways, config }, payload) => {
    const { alertId, what } = payload as AlertChange
    const alert = await findAlert(db, alertId)
    if (!alert?.companyId) return
    const { name: hall } = await readHall(db, alert.companyId)
    const { push, letter } = wordsOf(alert, what, hall)
    const members = await listHallMembers(db, alert.companyId)
    const targets = (await Promise.all(members.map((userId) => listTargets(db, userId)))).flat()
    const results = await sendPushes(
      db,
      { push: gateways.push },
      targets.map(({ subscription }) => ({
        ...push,
        token: subscription,
        platform: 'web' as const,
        data: { topic: 'alert', alertId: String(alertId) },
        key: `alert-team-${alertId}-${what}`,
        ...openedPage(config.publicUrl, '/alertes'),
        urgency: 'high' as const,
      })),
    )
    const count = (result: string) => results.filter((one) => one === result).length
    if (what === 'sent')
      await saveTeamNumbers(db, alertId, {
        accepted: count('sent'),
        refused: count('refused') + count('retry'),
        gone: count('expired'),
      })
    const { companyId } = alert
    await transaction(db, async (tx) => {
      if (what === 'ended') await ringEnd(tx, config, alert, companyId)
      for (const userId of members)
        await enqueueMail(tx, {
          key: `alert-${alertId}-${what}-${userId}`,
          to: { userId },
          letter: { ...letter, link: { label: 'Voir l’alerte', url: `${config.publicUrl}/alertes` } },
        })
    })
  },
}

/** What the hall reads of it: an exercise as its residents would have, everything else as what a colleague did. */
function wordsOf(alert: StoredAlert, what: AlertChange['what'], hall: string) {
  const { level, title, text, exercise } = alert
  const name = ({ firstName }: { firstName: string }) => firstName
  const sentence =
    what === 'sent'
      ? alertTexts.sent(alert.sender ? name(alert.sender) : '', level, title)
      : alertTexts.ended(alert.ender ? name(alert.ender) : '', title)
  const real = { push: { title: hall, body: sentence }, letter: { subject: sentence, paragraphs: [sentence] } }
  if (!exercise) return real
  const drill = {
    title: `EXERCICE · ${levelNames[level]} · ${hall}`,
    body: what === 'sent' ? `${title}\n${text}` : sentence,
  }
  return { push: drill, letter: { ...real.letter, subject: `Exercice\u00a0: ${title}` } }
}
