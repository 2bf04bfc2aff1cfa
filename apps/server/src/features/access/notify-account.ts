import { randomUUID } from 'node:crypto'
import { actLetter } from '@parvis/domain/access/second-proof.fr'
import { z } from 'zod'
import type { Transaction } from '../../db/database.ts'
import { enqueue, type Job } from '../../jobs/job.ts'
import { sendLetter } from '../notices/index.ts'
import { findCodeAddress } from './fresh-proof.ts'

const payload = z.object({ userId: z.number(), sentence: z.string(), key: z.string(), address: z.string().optional() })
const attempts = 12

/**
 * Tells a person of an act on their account or team by mail, whatever their choices of notices, at the address that receives the
 * codes; `address`: the one to tell when it is not that one any more.
 */
export async function notifyAccount(
  tx: Transaction,
  message: { userId: number; sentence: string; address?: string | undefined },
): Promise<void> {
  await enqueue(tx, 'notify-account', { ...message, key: randomUUID() }, { attempts })
}

export const accountMail: Job = {
  name: 'notify-account',
  run: async (deps, job) => {
    const { userId, sentence, key, ...given } = payload.parse(job)
    const address = given.address ?? (await findCodeAddress(deps.db, deps.config, userId))
    const letter = actLetter(sentence, deps.config.links.supportEmail)
    if (address) await sendLetter(deps, { key: `act-${key}`, to: { address }, letter })
  },
}
