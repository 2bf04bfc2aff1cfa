export type MailMessage = {
  to: string
  subject: string
  text: string
  html: string
  /** Stable per thing told and person: a mail that is sent again after a kill has the same Message-ID. */
  key: string
  /** Where the one click of RFC 8058 posts; for digests only, never for a notice that somebody needs. */
  unsubscribe?: string | undefined
  /** Time-out in milliseconds when a caller holds locks; eight seconds when absent. */
  timeoutMs?: number | undefined
}

export type Mail = {
  /** False where nothing can leave: production without SMTP. The switches of mail are then absent. */
  isServed: boolean
  /** Hands the mail over, or throws a GatewayFailure: 'invalid_input' and 'refused' are final, the others may be tried again. */
  send(message: MailMessage): Promise<void>
}
