import type { DrawablePicture } from '@parvis/domain/company/picture-sizes'
import type { BusinessType } from '@parvis/domain/kernel/business-type'
import type { Role } from '@parvis/domain/kernel/roles'
import type { ColumnType, Generated } from 'kysely'

export type CompanyTables = {
  companies: {
    id: Generated<string>
    type: BusinessType
    registry_code: string
    /** Main activity as the registry gave it at registration. */
    naf: string | null
    legal_category: string | null
    name: Generated<string>
    category: string | null
    address: Generated<string>
    zip_code: Generated<string>
    city: Generated<string>
    /** INSEE code of its town; null in none. */
    town: string | null
    latitude: number | null
    longitude: number | null
    description: string | null
    website: string | null
    email: string | null
    phone: string | null
    subdomain: string | null
    cac_active: Generated<boolean>
    cac_description: Generated<string>
    profile_picture: string | null
    cover_picture: string | null
    drawn_pictures: Generated<DrawablePicture[]>
    identity_status: Generated<'missing' | 'pending' | 'verified' | 'refused'>
    identity_decided_at: Date | null
    /** What was bought; the effective plan also depends on the type. */
    membership: Generated<'freemium' | 'basic' | 'premium' | 'digital'>
    followers_count: Generated<number>
    prospect_email: string | null
    /** Moved by triggers whenever its hours change, by this release or the former one. */
    hours_version: Generated<number>
    /** Days of the week, 1 to 7, that receive by appointment outside of their hours. */
    appointment_days: Generated<number[]>
    created_at: Generated<Date>
    completed_at: Date | null
    /** Stopped by the team: until when it is lifted, with why and by whom. */
    suspended_at: Generated<Date | null>
    suspension_reason: Generated<string | null>
    suspended_by: Generated<string | null>
    /** The one predicate of every public read: completed, not suspended, and staying. */
    is_shown: ColumnType<boolean, never, never>
    /** The word of its owner about open data; null: none yet. */
    open_data: boolean | null
    updated_at: Generated<Date>
  }
  company_members: {
    company_id: string
    user_id: number
    role: Generated<Role>
    since: Generated<Date>
    /** YYYY-MM-DD: the last day, in Paris; none of an owner. */
    until_on: string | null
  }
  /** View: those who belong today. */
  members: Readonly<Record<'company_id', ColumnType<string, never, never>>> & {
    user_id: ColumnType<number, never, never>
    role: ColumnType<Role, never, never>
    since: ColumnType<Date, never, never>
    until_on: ColumnType<string | null, never, never>
  }
  stored_files: {
    name: string
    kind: 'public' | 'private' | 'identity' | 'export' | 'act'
    width: number | null
    height: number | null
    bytes: Generated<number>
    keeper: string | null
    kept_at: Date | null
    dropped_at: Date | null
  }
  identity_documents: {
    id: Generated<number>
    company_id: string
    side: 'front' | 'back'
    name: string | null
    sha256: string
    deleted_at: Date | null
  }
}
