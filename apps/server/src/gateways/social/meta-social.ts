import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { HttpReply } from '../bounded-fetch.ts'
import { address, type Environment, noteFault, optional } from '../environment.ts'
import { GatewayFailure } from '../gateway-failure.ts'
import { createHttpClient, type HttpContext, type HttpRequest, readJson } from '../http-client.ts'
import { type Social, SocialFailure, type SocialFailureCode, type SocialPage } from './social.ts'

type MetaSettings = {
  appId: string
  /** Signs each call (appsecret_proof) when set. */
  appSecret: string | undefined
  /** With the version: https://graph.facebook.com/v26.0 */
  baseUrl: string
}

/** Meta fetches and prepares the picture of an Instagram post: asked every second, twenty times at most. */
const usualPreparation = { tries: 20, everyMs: 1000 }

/** Facebook and Instagram through the Graph API. */
export function createMetaSocial(settings: MetaSettings, context: HttpContext, preparation = usualPreparation): Social {
  const client = createHttpClient({ name: 'social meta', baseUrl: settings.baseUrl, timeoutMs: 10_000 }, context)
  const call = async <T>(request: HttpRequest, token: string, schema: z.ZodType<T>): Promise<T> => {
    if (token === '') throw new SocialFailure('NOT_CONNECTED', 'no token')
    const credentials = { access_token: token, ...proofOf(token, settings.appSecret) }
    const signed =
      request.method === 'GET'
        ? { ...request, query: { ...request.query, ...credentials } }
        : { ...request, form: { ...request.form, ...credentials } }
    return await client
      .call(signed, (reply) => readGraph(reply, schema))
      .catch((error) => {
        throw toSocialFailure(error)
      })
  }
  const listPages = async (token: string) => {
    const query = { fields: 'id,name,access_token,instagram_business_account{id,username}', limit: 100 }
    const { data } = await call({ method: 'GET', path: '/me/accounts', query }, token, pagesSchema)
    return [...data.map(toFacebookPage), ...data.flatMap(toInstagramPage)]
  }
  const waitUntilReady = async (creationId: string, token: string) => {
    const request = { method: 'GET', path: pathOf(creationId), query: { fields: 'status_code' } } as const
    for (let tries = 0; tries < preparation.tries; tries += 1) {
      const { status_code } = await call(request, token, statusSchema)
      if (status_code === 'FINISHED') return
      if (status_code !== 'IN_PROGRESS') throw new SocialFailure('REFUSED', `Meta refuses the picture: ${status_code}`)
      await pause(preparation.everyMs)
    }
    throw new SocialFailure('UNAVAILABLE', 'Meta is still preparing the picture')
  }
  return {
    appId: settings.appId,
    listPages,
    async findPage(type, userToken) {
      const pages = await listPages(userToken)
      if (pages.length === 0) throw new SocialFailure('NO_FACEBOOK_PAGE', 'this account has no Facebook page')
      const page = pages.find((one) => one.type === type)
      if (!page) throw new SocialFailure('NO_PAGE_FOUND', 'no Instagram account is linked to these pages')
      return page
    },
    async publishFacebookPhoto({ idPage, token }, { message, url, link }) {
      const request = { method: 'POST', path: pathOf(idPage, 'photos'), form: { message, url, link } } as const
      const { id, post_id } = await call(request, token, createdSchema)
      return { postId: post_id ?? id }
    },
    async publishInstagramMedia({ idPage, token }, { imageUrl, caption }) {
      const form = { image_url: imageUrl, caption: caption.slice(0, 2200) }
      const creation = await call({ method: 'POST', path: pathOf(idPage, 'media'), form }, token, createdSchema)
      await waitUntilReady(creation.id, token)
      const publication = {
        method: 'POST',
        path: pathOf(idPage, 'media_publish'),
        form: { creation_id: creation.id },
      } as const
      return { mediaId: (await call(publication, token, createdSchema)).id }
    },
  }
}

const createdSchema = z.object({ id: z.string(), post_id: z.string().optional() })
const statusSchema = z.object({ status_code: z.string().max(40) })
const pageSchema = z.object({
  id: z.string(),
  name: z.string(),
  access_token: z.string(),
  instagram_business_account: z.object({ id: z.string(), username: z.string().optional() }).optional(),
})
const pagesSchema = z.object({ data: z.array(pageSchema) })
type MetaPage = z.infer<typeof pageSchema>

function toFacebookPage({ id, name, access_token }: MetaPage): SocialPage {
  return { idPage: id, name, type: 'FACEBOOK', token: access_token }
}

/** An Instagram account publishes with the token of the page it is linked to. */
function toInstagramPage({ name, access_token, instagram_business_account: account }: MetaPage): SocialPage[] {
  if (!account) return []
  return [{ idPage: account.id, name: account.username ?? name, type: 'INSTAGRAM', token: access_token }]
}

/** Proves to Meta that the call comes from our server, not from whoever stole a token. */
function proofOf(token: string, appSecret: string | undefined): Record<string, string> {
  return appSecret ? { appsecret_proof: createHmac('sha256', appSecret).update(token).digest('hex') } : {}
}

function pathOf(id: string, edge?: string): string {
  if (!/^\d{1,40}$/.test(id)) throw new SocialFailure('NO_PAGE_FOUND', 'not an id of Meta')
  return edge ? `/${id}/${edge}` : `/${id}`
}

/** Reads an answer of the Graph API; an error of Meta becomes a SocialFailure, garbage a GatewayFailure. */
function readGraph<T>(reply: HttpReply, schema: z.ZodType<T>): T {
  if (reply.status < 400) return readJson(reply, schema)
  const { code, error_subcode } = readJson(reply, errorSchema).error
  const failure = codeOf(code)
  const detail = `Meta error ${code}${error_subcode ? `/${error_subcode}` : ''}`
  if (failure === 'UNAVAILABLE') throw new GatewayFailure('rate_limited', detail, { status: reply.status })
  throw new SocialFailure(failure, failure === 'TOKEN_EXPIRED' ? `${detail}: the person must connect again` : detail)
}

function toSocialFailure(error: unknown): SocialFailure {
  if (error instanceof SocialFailure) return error
  return new SocialFailure('UNAVAILABLE', error instanceof GatewayFailure ? error.message : 'unknown trouble')
}

const errorSchema = z.object({ error: z.object({ code: z.number(), error_subcode: z.number().optional() }) })

/** 190 and 102: the token ran out or was taken back. The rate limits are 4, 17, 32, 613; 1 and 2 pass by themselves. */
function codeOf(code: number): SocialFailureCode {
  if (code === 190 || code === 102) return 'TOKEN_EXPIRED'
  if (code === 803) return 'NO_PAGE_FOUND'
  return [1, 2, 4, 9, 17, 32, 341, 613].includes(code) ? 'UNAVAILABLE' : 'REFUSED'
}

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
