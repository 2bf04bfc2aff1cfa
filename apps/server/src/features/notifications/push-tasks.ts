import { transaction } from '@parvis/postgres'
import type { Dependencies } from '../../dependencies.ts'
import { eachAlone, type PeriodicTask } from '../../jobs/job.ts'
import { enqueuePage, pageSize, sendMarked } from './push-fan-out.ts'
import { deleteOldMarks, markDueRetries } from './push-marks.queries.ts'
import { closeCampaigns, findStalledCampaigns } from './push-tasks.queries.ts'
import { deferredNotices } from './send-deferred.ts'

/** After a fan-out: retries what the push service did not accept, then counts the outcome. */
export const pushTasks: PeriodicTask[] = [
  { name: 'push-retries', everySeconds: 5, run: retryPushes },
  { name: 'push-resume', everySeconds: 2, run: resumeStalled },
  deferredNotices,
  { name: 'push-close', everySeconds: 60, run: closeEnded },
]

/** Marked before the retry too: a crash between the two counts as unsent, never as a second push. */
async function retryPushes(deps: Dependencies): Promise<void> {
  for (;;) {
    const devices = await transaction(deps.db, (tx) => markDueRetries(tx, pageSize))
    const byCampaign = Map.groupBy(devices, ({ campaignId }) => campaignId)
    await eachAlone(byCampaign.keys(), (id) => sendMarked(deps, id, byCampaign.get(id) ?? []))
    if (devices.length < pageSize) return
  }
}

/** A second chain of page jobs does no harm: each takes the next page under the campaign's lock. */
async function resumeStalled({ db }: Dependencies): Promise<void> {
  await eachAlone(await findStalledCampaigns(db), (campaign) =>
    transaction(db, (tx) => enqueuePage(tx, campaign, `resume-fan-out-${campaign.id}`)),
  )
}

async function closeEnded({ db, report }: Dependencies): Promise<void> {
  const closed = await closeCampaigns(db)
  for (const campaign of closed.filter(({ failed, unsent }) => failed + unsent > 0)) {
    report?.(
      { campaign: campaign.key, failed: campaign.failed, unsent: campaign.unsent },
      'notifications did not leave',
    )
  }
  await deleteOldMarks(db)
}
