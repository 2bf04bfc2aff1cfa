import type { Generated } from 'kysely'

export type ResidentTables = {
  follows: {
    user_id: number
    company_id: string
    since: Generated<Date>
    /** The company's last broadcast when they began to follow: they read those after it. */
    after_broadcast: Generated<number>
  }
  devices: {
    id: Generated<number>
    user_id: number
    token: string
    platform: 'ios' | 'android' | 'web'
    created_at: Generated<Date>
  }
}
