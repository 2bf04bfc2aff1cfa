import { levelNames } from '@parvis/domain/alerts/alert'
import { alertTexts } from '@parvis/domain/alerts/alerts.refusals.fr'
import type { Transaction } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import { enqueueFanOut } from '../notifications/index.ts'
import type { StoredAlert } from './alerts.queries.ts'
import { alertUrl } from './read-alerts.ts'
import { listCampaignsOf, readHall } from './store-alert.queries.ts'

const daySeconds = 86_400

/** Rings the followers of the hall, in the transaction of the sending. */
export async function ringAlert(
  tx: Transaction,
  config: Dependencies['config'],
  alert: StoredAlert,
  { companyId, now }: { companyId: string; now: number },
): Promise<void> {
  await enqueueFanOut(tx, {
    ...pushOf(config, alert, (await readHall(tx, companyId)).name),
    key: `alert-${alert.id}`,
    companyId,
    ttl: Math.min(daySeconds, Math.ceil((alert.until.getTime() - now) / 1_000)),
  })
}

/** The push of an alert: danger rings at once, vigilance as a change without known beginning; corrections replace it on the device. */
function pushOf(config: Dependencies['config'], alert: StoredAlert, hall: string) {
  return {
    kind: 'alert' as const,
    class: alert.level === 'danger' ? ('alert' as const) : ('change' as const),
    title: `${levelNames[alert.level]} · ${hall}`,
    body: `${alert.title}\n${alert.text}`,
    data: { topic: 'alert', alertId: String(alert.id) },
    navigate: alertUrl(config, alert),
    urgency: 'high' as const,
    topic: `alerte-${alert.firstId}`,
  }
}

/** Tells the devices that heard of an alert, without a sound, that it is over. */
export async function ringEnd(
  tx: Transaction,
  config: Dependencies['config'],
  alert: StoredAlert,
  companyId: string,
): Promise<void> {
  const among = await listCampaignsOf(tx, alert.firstId)
  if (alert.exercise || among.length === 0) return
  const push = pushOf(config, alert, (await readHall(tx, companyId)).name)
  await enqueueFanOut(tx, {
    ...push,
    key: `alert-${alert.id}-end`,
    companyId,
    body: [alertTexts.end(alert.title), alert.endText].filter(Boolean).join('\n'),
    isSilent: true,
    among,
    ttl: daySeconds,
  })
}
