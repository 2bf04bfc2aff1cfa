export type OvhSettings = {
  name: 'ovh'
  baseUrl: string
  applicationKey: string
  applicationSecret: string
  consumerKey: string
  /** The SMS account: sms-ab12345-1. */
  service: string
  sender: string
}
