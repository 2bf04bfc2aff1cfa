import { refusal } from '@parvis/domain/refusals'
import { notifyLive } from '../../db/notify.queries.ts'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import { countAgainstLimit } from '../../http/limits.ts'
import { businessPath, residentHome } from '../site/index.ts'
import { findChoice, saveChoice } from './open.queries.ts'

/** Whether a business is open, what its owner said, and the codes for their own site. */
export async function readOpenData({ db, config }: Pick<Dependencies, 'db' | 'config'>, companyId: string) {
  const found = await findChoice(db, companyId)
  if (!found) throw refusal('request.not_found')
  const { open, chosen, town, slug } = found
  const path = town && slug ? businessPath({ town, fiche: slug }).slice(1) : ''
  const embed = (view: string) =>
    path
      ? `<div data-parvis="${path}" data-vue="${view}"></div>\n<script async src="${residentHome(config)}/carte.js"></script>`
      : ''
  return {
    open,
    chosen,
    api: `${config.publicUrl}/v1/open/businesses/${companyId}`,
    embeds: { hours: embed('horaires'), agenda: embed('agenda') },
  }
}

/** Each change moves all the events of a business for its readers. */
const choices = { name: 'open-data', max: 20, seconds: 3_600 }

export async function chooseOpenData(deps: Dependencies, companyId: string, open: boolean) {
  const { db, config } = deps
  const before = await findChoice(db, companyId)
  if (before?.chosen !== open) await countAgainstLimit(db, config, choices, `company:${companyId}`)
  return await transaction(db, async (tx) => {
    if (await saveChoice(tx, companyId, open))
      await notifyLive(tx, { topic: 'company', id: companyId }, [`company:${companyId}`])
    return await readOpenData({ db: tx, config }, companyId)
  })
}
