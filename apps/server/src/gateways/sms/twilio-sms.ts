export type TwilioSettings = {
  name: 'twilio'
  baseUrl: string
  accountSid: string
  /** An API key (SK…), or the account itself with its auth token. */
  keySid: string
  keySecret: string
  sender: string
}
