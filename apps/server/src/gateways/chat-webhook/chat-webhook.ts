/** The team's chat channel: error reports (AMB-123) and registry codes (AMB-20, AMB-148). */
export type ChatWebhook = {
  /** Whether a channel, or the outbox in development, listens at all; "none" posts nothing. */
  readonly active: boolean
  /**
   * Posts one plain message. Mentions and links are neutralised; phones, e-mails and tokens masked (T15).
   * Never rejects and never waits for the channel: resolves at once (in development, once the outbox has it). How many
   * may be posted per hour is the caller's rule.
   */
  post(text: string): Promise<void>
}
