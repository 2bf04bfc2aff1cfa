/** Calls of the residents' door: same origin, the cookie goes by itself; from a premium site only follow and counts leave. */
export const home = document.body.dataset.home ?? ''

type Answer = { status: number; data?: Record<string, unknown>; message?: string }

/**
 * One act. Acts of this device wait for each other across tabs, so that the first ones make one resident (W-060); a lost
 * answer is asked for again under the same key.
 */
export function act(method: string, path: string, body: unknown): Promise<Answer> {
  const key = crypto.randomUUID?.() ?? String(Math.random()).slice(2)
  const send = async (): Promise<Answer> => {
    for (let attempt = 0; ; attempt++) {
      try {
        return await once(method, path, body, key)
      } catch (error) {
        if (attempt === 1) throw error
      }
    }
  }
  return navigator.locks ? navigator.locks.request('parvis-act', send) : send()
}

async function once(method: string, path: string, body: unknown, key: string): Promise<Answer> {
  const form = body instanceof FormData ? body : undefined
  const answer = await fetch(`${home}/v1/site${path}`, {
    method,
    credentials: 'include',
    headers: {
      accept: 'application/json',
      'idempotency-key': key,
      ...(!form && { 'content-type': 'application/json' }),
    },
    body: form ?? JSON.stringify(body),
  })
  return await read(answer)
}

export async function ask(path: string): Promise<Answer> {
  return await read(await fetch(`/v1/site${path}`, { headers: { accept: 'application/json' } }))
}

async function read(answer: Response): Promise<Answer> {
  const json = await answer.json().catch(() => ({}))
  return { status: answer.status, data: json.data, message: json.error?.message }
}

/** The readable mark beside the secret cookie: somebody is known on this device. */
export const isKnown = () => /(^|; )habitant=1/.test(document.cookie)

/** Says something at the bottom of the page, in a live region. */
export function say(sentence: string, action?: { label: string; run: () => void }): void {
  const line = document.getElementById('annonce')
  if (!line) return
  line.textContent = `${sentence} `
  if (action) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'second'
    button.textContent = action.label
    button.onclick = () => {
      line.textContent = ''
      action.run()
    }
    line.append(button)
  }
  setTimeout(() => {
    if (line.textContent?.startsWith(sentence)) line.textContent = ''
  }, 12_000)
}
