import { parisOf } from '@parvis/domain/kernel/paris-time'
import { digestLetter } from '@parvis/domain/notices/letter.fr'
import { transaction } from '@parvis/postgres'
import { readNow } from '../../db/clock.ts'
import type { Dependencies } from '../../dependencies.ts'
import { enqueue, type Job, type PeriodicTask } from '../../jobs/job.ts'
import { listOwnersToNotify, takeDigestDay, takeDigestOf } from './mail.queries.ts'
import { enqueueMail } from './send-mail.ts'

/** Minutes of the day in Paris: from 7:30; a server that was down all morning leaves that day out. */
const from = 7 * 60 + 30
const until = 12 * 60
const pageSize = 500

/** Starts the digests of the day once, whatever the number of processes. */
export const digestTask: PeriodicTask = { name: 'digest', everySeconds: 5, run: startDigests }

async function startDigests({ db, gateways }: Pick<Dependencies, 'db' | 'gateways'>): Promise<void> {
  const now = parisOf(await readNow(db))
  const minutes = now.hour * 60 + now.minute
  if (!gateways.mail.isServed || minutes < from || minutes >= until) return
  const day = now.toPlainDate().toString()
  await transaction(db, async (tx) => {
    if (await takeDigestDay(tx, day)) await enqueue(tx, digestPage.name, { day, after: 0 })
  })
}

/** The digests of a page of owners and the job of the next page, together: a kill repeats the page, whose mails have the same keys. */
export const digestPage: Job = {
  name: 'digest-page',
  run: async ({ db, config }, payload) => {
    const { day, after } = payload as { day: string; after: number }
    await transaction(db, async (tx) => {
      const owners = await listOwnersToNotify(tx, after, pageSize)
      for (const owner of owners.filter(({ isNew }) => isNew)) {
        const { userId } = owner
        if (!(await takeDigestOf(tx, userId, day))) continue
        const letter = digestLetter(owner, config.publicUrl)
        await enqueueMail(tx, { key: `digest-${userId}-${day}`, to: { userId }, letter, isDigest: true })
      }
      const last = owners.at(-1)
      if (last && owners.length === pageSize) await enqueue(tx, 'digest-page', { day, after: last.userId })
    })
  },
}
