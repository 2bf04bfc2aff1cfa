import { maxServices } from '@parvis/domain/municipality/service-form'
import { refusal } from '@parvis/domain/refusals'
import { notifyLive } from '../../db/notify.queries.ts'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import { lockCompany } from '../company/index.ts'
import { listServices } from './list-services.ts'
import { appendService, countActiveServices } from './municipality.queries.ts'
import { type ReceivedService, readServiceForm } from './read-service-form.ts'

/** Adds a service after the others, fifty at most; answers the updated list (V-018). */
export async function addService({ db, config }: Dependencies, companyId: string, form: ReceivedService) {
  return await transaction(db, async (tx) => {
    const service = await readServiceForm(tx, companyId, form)
    await lockCompany(tx, companyId)
    if ((await countActiveServices(tx, companyId)) >= maxServices) throw refusal('municipality.max_reached')
    const id = await appendService(tx, companyId, service)
    await notifyLive(tx, { topic: 'service', id }, [`company:${companyId}`])
    return await listServices(tx, config, companyId)
  })
}
