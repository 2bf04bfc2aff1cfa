import { refusal } from '@parvis/domain/refusals'
import { notifyLive } from '../../db/notify.queries.ts'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import { lockCompany } from '../company/index.ts'
import { listServices } from './list-services.ts'
import { findServiceOwner, saveService } from './municipality.queries.ts'
import { type ReceivedService, readServiceForm } from './read-service-form.ts'

/** Changes a service in its place; 404 for an unknown, deleted or foreign one (V-020, V-023). */
export async function updateService(
  { db, config }: Dependencies,
  userId: number,
  serviceId: number,
  form: ReceivedService,
) {
  return await transaction(db, async (tx) => {
    const companyId = await findServiceOwner(tx, userId, serviceId)
    if (!companyId) throw refusal('municipality.service_not_found')
    const service = await readServiceForm(tx, companyId, form)
    await lockCompany(tx, companyId)
    if (!(await saveService(tx, serviceId, service))) throw refusal('municipality.service_not_found')
    await notifyLive(tx, { topic: 'service', id: serviceId }, [`company:${companyId}`])
    return await listServices(tx, config, companyId)
  })
}
