import { refusal } from '@parvis/domain/refusals'
import { audited } from '../../db/audit.queries.ts'
import { notifyLive } from '../../db/notify.queries.ts'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import { lockCompany } from '../company/index.ts'
import { listServices } from './list-services.ts'
import { findServiceOwner, retireService } from './municipality.queries.ts'

/** Makes a service inactive and closes the ranks up; 404 on a second deletion (V-019, AMB-112). */
export async function deleteService({ db, config }: Dependencies, userId: number, serviceId: number) {
  return await transaction(db, async (tx) => {
    const companyId = await findServiceOwner(tx, userId, serviceId)
    if (!companyId) throw refusal('municipality.service_not_found')
    await lockCompany(tx, companyId)
    const retired = await audited(
      tx,
      { table: 'municipal_services', id: serviceId },
      async () => (await retireService(tx, companyId, serviceId)) || undefined,
      () => ({ actor: `user:${userId}`, action: 'service.delete', object: `service:${serviceId}` }),
    )
    if (!retired) throw refusal('municipality.service_not_found')
    await notifyLive(tx, { topic: 'service', id: serviceId }, [`company:${companyId}`])
    return await listServices(tx, config, companyId)
  })
}
