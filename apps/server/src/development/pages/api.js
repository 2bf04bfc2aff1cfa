const memory = window.sessionStorage

/** The person of this tab: another tab may be someone else. */
export const me = {
  get token() {
    return memory.getItem('token')
  },
  get phone() {
    return memory.getItem('phone')
  },
  get device() {
    return `page-habitant-${memory.getItem('phone')}`
  },
  remember(token, phone) {
    memory.setItem('token', token)
    memory.setItem('phone', phone)
  },
  forget() {
    memory.clear()
  },
}

/** Calls the API as the residents' app does; answers `data`, or throws the server's French sentence. */
export async function call(method, path, body) {
  const headers = { ...(me.token && { authorization: `Bearer ${me.token}` }) }
  if (method !== 'GET') headers['idempotency-key'] = crypto.randomUUID()
  if (body && !(body instanceof FormData)) headers['content-type'] = 'application/json'
  const sent = body instanceof FormData ? body : body && JSON.stringify(body)
  const answer = await fetch(`/v1${path}`, { method, headers, body: sent })
  const { data, error } = await answer.json()
  if (!error) return data
  if (error.code === 'SESSION_UNKNOWN') me.forget()
  throw new Error(error.message)
}

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds))

/** Hears live events for ever; `ready` means that everything may have changed. EventSource cannot send a token. */
export async function listen(hear) {
  while (me.token) {
    try {
      const answer = await fetch('/v1/events', { headers: { authorization: `Bearer ${me.token}` } })
      await readEvents(answer.body.pipeThrough(new TextDecoderStream()), hear)
    } catch {
      // The server is away: it is asked again below.
    }
    await pause(3000)
  }
}

async function readEvents(stream, hear) {
  let waiting = ''
  for await (const text of stream) {
    const blocks = (waiting + text).split('\n\n')
    waiting = blocks.pop()
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1]
      if (data) hear(block.includes('event: ready') ? { topic: 'ready' } : JSON.parse(data))
    }
  }
}
