import type { ServiceType } from '@parvis/domain/municipality/service-form'
import type { Generated } from 'kysely'

export type MunicipalityTables = {
  service_icons: { id: Generated<number>; name: string; tags: string; position: number }
  municipal_services: {
    id: Generated<number>
    company_id: string
    type: ServiceType
    label: string
    content: string
    icon_id: number
    /** From 1, without a hole, among the active services of the town hall. */
    rank: number
    active: Generated<boolean>
    created_at: Generated<Date>
  }
}
