export type SmsMessage = {
  /** E.164, e.g. +33612345678. Which numbers may be written to is decided by the caller (T02). */
  to: string
  text: string
  /** One per message wanted by a person: the same key is never handed to a provider twice once sent. */
  key: string
}

/** Text messages to French mobiles (AMB-09). */
export type Sms = {
  /**
   * Hands the message to the operator; resolves once the operator took it, in 5 s at most (F09).
   * Throws GatewayFailure; the caller answers 503 SMS_UNAVAILABLE and does not spend the code.
   */
  send(message: SmsMessage): Promise<void>
}
