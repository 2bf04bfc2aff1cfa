export type MetaSettings = {
  appId: string
  /** Signs each call (appsecret_proof) when set. */
  appSecret: string | undefined
  /** With the version: https://graph.facebook.com/v26.0 */
  baseUrl: string
}
