import { say } from './call.ts'

/** Conversations and orders show what changes while they are open. */
export function startLive(): void {
  followThread()
  followTicket()
}

/** New messages come by the event stream; without it the page polls every 7 seconds (W-049). */
function followThread(): void {
  const thread = document.querySelector<HTMLElement>('[data-conversation]')
  if (!thread) return
  onEvent('discussion', thread.dataset.conversation ?? '', () => void refresh('[data-thread]'))
}

function followTicket(): void {
  const ticket = document.querySelector<HTMLElement>('[data-order]')
  if (ticket) onEvent('order', ticket.dataset.order ?? '', () => void refresh('[data-order]').then(sayState))
}

/** Announces the new state of the order in a live region. */
function sayState(): void {
  const word = document.querySelector('[data-order] .state-word strong')?.textContent
  if (word) say(`Votre commande : ${word.toLowerCase()}.`)
}

function onEvent(topic: string, id: string, changed: () => void): void {
  let slow: ReturnType<typeof setInterval> | undefined
  const stream = new EventSource('/v1/site/events')
  stream.addEventListener('changed', (event) => {
    const data = JSON.parse((event as MessageEvent<string>).data) as { topic: string; id: string | number }
    if (data.topic === topic && String(data.id) === id) changed()
  })
  stream.onerror = () => {
    if (slow === undefined) slow = setInterval(changed, 7_000)
  }
}

/** Puts the server's newer version of one part of the page. */
async function refresh(selector: string): Promise<void> {
  const answer = await fetch(location.pathname, { headers: { accept: 'text/html' } })
  if (!answer.ok) return
  const page = parseDocument(await answer.text())
  const [fresh, here] = [page.querySelector(selector), document.querySelector(selector)]
  if (fresh && here) here.replaceWith(document.importNode(fresh, true))
}

type Factory = {
  createPolicy(name: string, rules: { createHTML: (html: string) => string }): { createHTML(html: string): string }
}

/** DOMParser requires TrustedHTML; it parses our own page, and scripts in it do not run. */
function parseDocument(html: string): Document {
  const factory = (window as unknown as { trustedTypes?: Factory }).trustedTypes
  const trusted = factory ? factory.createPolicy('parvis', { createHTML: (text) => text }).createHTML(html) : html
  return new DOMParser().parseFromString(trusted, 'text/html')
}
