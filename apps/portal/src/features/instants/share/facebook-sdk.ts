import { ShareError } from './share-texts.fr.ts'

type LoginAnswer = { status?: string; authResponse?: { accessToken: string } | null }
type ApiAnswer = { error?: { message?: string; code?: number } } & Record<string, unknown>

/** The few calls of Meta's JavaScript SDK that sharing makes. */
export type FacebookSdk = {
  init: (options: { appId: string; version: string; xfbml: boolean; cookie: boolean }) => void
  login: (done: (answer: LoginAnswer) => void, options: { scope: string }) => void
  api: (path: string, method: 'get' | 'post', params: Record<string, string>, done: (answer: ApiAnswer) => void) => void
}

declare global {
  interface Window {
    FB?: FacebookSdk
  }
}

const address = 'https://connect.facebook.net/fr_FR/sdk.js'
const version = 'v26.0'
const scope =
  'pages_show_list,pages_manage_posts,pages_read_engagement,instagram_basic,instagram_content_publish,business_management'

let loading: Promise<FacebookSdk> | undefined

/** Loads the SDK the first time sharing is asked for, never before (T27: nothing of Meta otherwise). */
export function loadSdk(appId: string): Promise<FacebookSdk> {
  loading ??= load(appId).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function load(appId: string): Promise<FacebookSdk> {
  if (!window.FB) await addScript()
  const sdk = window.FB
  if (!sdk) throw new ShareError('NOT_CONNECTED')
  sdk.init({ appId, version, xfbml: false, cookie: false })
  return sdk
}

function addScript(): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.async = true
    script.onload = () => resolve()
    script.onerror = () => reject(new ShareError('NOT_CONNECTED'))
    document.head.append(script)
  })
}

/** Asks the person to sign in at Facebook; refusing is `NOT_CONNECTED`. */
export function login(sdk: FacebookSdk): Promise<void> {
  return new Promise((resolve, reject) => {
    sdk.login((answer) => (answer.authResponse ? resolve() : reject(new ShareError('NOT_CONNECTED'))), { scope })
  })
}

/** A call that the Graph API refused, with its code. */
export class GraphRefusal extends Error {
  readonly code: number | undefined

  constructor({ message, code }: { message?: string; code?: number }) {
    super(message ?? 'Graph API error')
    this.name = 'GraphRefusal'
    this.code = code
  }
}

/** The code of an access token that ran out, was taken back, or whose password changed. */
const expired = 190
const maxAnswer = 30_000

/** One call of the Graph API through the SDK, whose callback never runs when the network is lost. */
export function graph(
  sdk: FacebookSdk,
  path: string,
  method: 'get' | 'post',
  params: Record<string, string>,
): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const silence = setTimeout(() => reject(new GraphRefusal({ message: 'no answer' })), maxAnswer)
    sdk.api(path, method, params, (answer) => {
      clearTimeout(silence)
      if (!answer?.error) resolve(answer ?? {})
      else reject(answer.error.code === expired ? new ShareError('TOKEN_EXPIRED') : new GraphRefusal(answer.error))
    })
  })
}
