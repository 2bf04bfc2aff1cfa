export type WebPushSettings = {
  /** mailto: or https: address of whoever runs the service. */
  subject: string
  publicKey: string
  privateKey: string
  /** Hosts a subscription may point to; undefined = the push services of the known browsers. */
  hosts: readonly string[] | undefined
}
