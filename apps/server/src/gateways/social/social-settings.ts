import { address, type Environment, noteFault, optional } from '../environment.ts'
import type { MetaSettings } from './meta-social.ts'

export type SocialSettings = { provider: 'disabled' } | ({ provider: 'meta' } & MetaSettings)

export function readSocialSettings(env: Environment): SocialSettings {
  const appId = optional(env, 'FACEBOOK_APP_ID')
  if (appId === undefined) return { provider: 'disabled' }
  const version = optional(env, 'META_GRAPH_VERSION') ?? 'v26.0'
  if (!/^v\d+\.\d+$/.test(version)) {
    const sentence = `META_GRAPH_VERSION doit être comme v26.0, et non « ${version} »`
    noteFault(env, 'META_GRAPH_VERSION', sentence)
  }
  const baseUrl = address(env, 'META_GRAPH_URL', 'https://graph.facebook.com')
  return { provider: 'meta', appId, appSecret: optional(env, 'META_APP_SECRET'), baseUrl: `${baseUrl}/${version}` }
}
