import type { Page, Route } from '@playwright/test'

type FacebookPage = { id: string; name: string; instagram?: { id: string; username: string } }
type Refusal = { message: string; code: number }

/** What Meta answers: who signs in, which pages they run, and the calls refused, by `METHOD path`. */
type Meta = { isConnected?: boolean; pages: readonly FacebookPage[]; refused?: Record<string, Refusal[]> }

type GraphCall = { call: string; params: Record<string, string> }

/**
 * Fakes Meta's script, sign-in frame and Graph API, each at its own address, so that the page's content policy applies to them.
 * Returns the calls made, in order.
 */
export async function fakeMeta(page: Page, meta: Meta): Promise<GraphCall[]> {
  const calls: GraphCall[] = []
  await page.route('https://connect.facebook.net/fr_FR/sdk.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: sdk }),
  )
  await page.route('https://www.facebook.com/login?**', (route) => {
    calls.push({ call: 'LOGIN', params: paramsOf(route) })
    const answer = meta.isConnected === false ? null : { accessToken: 'person-token' }
    const body = `<script>parent.postMessage({ meta: ${JSON.stringify(answer)} }, '*')</script>`
    return route.fulfill({ contentType: 'text/html', body })
  })
  await page.route('https://graph.facebook.com/**', (route) => {
    const { method, ...params } = paramsOf(route)
    const path = new URL(route.request().url()).pathname.replace(/^\/v[\d.]+/, '')
    const call = `${method?.toUpperCase()} ${path}`
    calls.push({ call, params })
    const error = meta.refused?.[call]?.shift()
    const json = error ? { error } : answerOf(path, meta.pages)
    return route.fulfill({ json, headers: { 'access-control-allow-origin': '*' } })
  })
  return calls
}

const sdk = `window.FB = {
  init(options) { window.graphBase = 'https://graph.facebook.com/' + options.version },
  login(done, { scope }) {
    addEventListener('message', ({ data }) => done({ authResponse: data.meta }), { once: true })
    const frame = document.createElement('iframe')
    frame.src = 'https://www.facebook.com/login?' + new URLSearchParams({ scope })
    document.body.append(frame)
  },
  api(path, method, params, done) {
    fetch(window.graphBase + path + '?' + new URLSearchParams({ ...params, method }))
      .then((answer) => answer.json())
      .then(done)
  },
}`

function answerOf(path: string, pages: readonly FacebookPage[]) {
  if (path === '/me/accounts') {
    return { data: pages.map(({ id, name }) => ({ id, name, access_token: `token-of-${id}` })) }
  }
  const page = pages.find(({ id }) => path === `/${id}`)
  if (page) return { id: page.id, instagram_business_account: page.instagram }
  return { id: path.endsWith('/media') ? 'creation-7' : 'post-1' }
}

const paramsOf = (route: Route): Record<string, string> =>
  Object.fromEntries(new URL(route.request().url()).searchParams)
