import type { Generated, JSONColumnType } from 'kysely'

export type AccessTables = {
  users: {
    id: Generated<number>
    /** Null: a resident without account, who never has a portal session. */
    phone: string | null
    first_name: string | null
    last_name: string | null
    gender: Generated<string>
    date_of_birth: string | null
    email: string | null
    zip_code: string | null
    city: string | null
    is_super_admin: Generated<boolean>
    delete_after: Date | null
    /** The end of the last session that ended, or the last sign-in. */
    last_used_at: Generated<Date>
    /** A resident who erased everything, and stays for an order still to come. */
    left_at: Date | null
    /** When a code received by SMS last opened the account, or joined the number to it. */
    phone_proved_at: Generated<Date>
    /** The address that still receives the codes, for seven days after a change. */
    email_before: string | null
    email_changed_at: Date | null
    created_at: Generated<Date>
  }
  sessions: {
    id: Generated<number>
    user_id: number
    token_hash: Buffer
    device: string
    created_at: Generated<Date>
    last_seen_at: Generated<Date>
    /** The last second proof of any kind, and the last use of a passkey. */
    proved_at: Date | null
    passkey_at: Date | null
  }
  sign_in_phones: {
    phone: string
    blocked: Generated<boolean>
    /** The budget of browsers that never signed in with the phone. */
    wrong_since_success: Generated<number>
    browser_wrong_since_success: Generated<number>
  }
}

export type KernelTables = {
  audit_log: {
    id: Generated<number>
    at: Generated<Date>
    actor: string
    action: string
    object: string
    details: JSONColumnType<Record<string, unknown>>
    request_id: string | null
  }
}
