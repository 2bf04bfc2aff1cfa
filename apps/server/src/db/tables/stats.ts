export type StatsTables = {
  profile_counts: { zip_code: string; day: string; count: number }
  view_counts: {
    company_id: string
    day: string
    /** 0: the business itself. */
    instant_id: number
    views: number
    /** Views that came from a notification. */
    opened: number
  }
}
