import { isKept, say } from './call.ts'

/** Conversations and orders show what changes while they are open. */
export function startLive(): void {
  followThread()
  followTicket()
}

/** New messages come by the event stream; without it the page polls every 7 seconds. It opens at its end, where one answers. */
function followThread(): void {
  const thread = document.querySelector<HTMLElement>('[data-conversation]')
  if (!thread) return
  if (!location.search) showEnd()
  onEvent('discussion', thread.dataset.conversation ?? '', renewThread)
}

const replyForm = 'form[data-form=reply]'
const showEnd = (): void => document.querySelector(replyForm)?.scrollIntoView({ block: 'nearest' })

/** The messages as they are now; what is being typed stays, in view if it was. */
export function renewThread(): void {
  refresh('[data-conversation]', (fresh, here) => {
    const [form, now] = [here, fresh].map((page) => page.querySelector<HTMLFormElement>(replyForm))
    const isAtEnd = form && form.getBoundingClientRect().bottom <= innerHeight + 1
    const renew = (part: string) => here.querySelector(part)?.replaceWith(fresh.querySelector(part) ?? '')
    renew('[data-thread]')
    if (form && now && form.enctype !== 'multipart/form-data') {
      // The third message waits for an answer; the first answer of a person allows a photo.
      form.enctype = now.enctype
      renew('[data-photo]')
    }
    if (isAtEnd) showEnd()
  })
}

/** The ticket follows its order; the actions in use are replaced once they are closed. */
function followTicket(): void {
  const ticket = document.querySelector<HTMLElement>('[data-order]')
  if (!ticket) return
  let drawn = ticket.outerHTML
  let waiting: HTMLElement | undefined
  const changed = () =>
    refresh('[data-order]', (fresh, here) => {
      if (fresh.outerHTML === drawn) return
      drawn = fresh.outerHTML
      const isNews = stateOf(fresh) !== stateOf(here)
      waiting = isInUse(here) ? fresh : undefined
      if (waiting) replaceAroundActions(here, document.importNode(fresh, true))
      else here.replaceWith(fresh)
      if (isNews) sayState()
    })
  const closed = () => {
    const here = document.querySelector('[data-order]')
    if (!waiting || !here || isInUse(here)) return
    here.replaceWith(waiting)
    waiting.querySelector<HTMLElement>('.acts summary')?.focus()
    waiting = undefined
  }
  document.addEventListener('toggle', closed, true)
  onEvent(ticket.dataset.topic ?? 'order', ticket.dataset.order ?? '', changed)
}

const stateOf = (ticket: HTMLElement): string =>
  `${ticket.dataset.state} ${ticket.querySelector('.proposal')?.textContent}`

/** A form of the actions is open, being sent, or holds a text that was not sent. */
function isInUse(ticket: Element): boolean {
  const text = ticket.querySelector('textarea')
  return text?.value !== text?.defaultValue || ticket.querySelector('.acts :is(details[open], [inert])') !== null
}

/** The actions stay the same elements in the document: a field that is moved loses its focus. */
function replaceAroundActions(here: HTMLElement, fresh: HTMLElement): void {
  const acts = here.querySelector('.acts')
  const parts = [...fresh.children]
  const place = parts.findIndex((part) => part.matches('.acts'))
  for (const part of Array.from(here.children)) if (part !== acts) part.remove()
  acts?.before(...parts.slice(0, place))
  acts?.after(...parts.slice(place + 1))
  here.dataset.state = fresh.dataset.state
}

function sayState(): void {
  const word = document.querySelector('[data-order] .state-word strong')?.textContent
  const subject = document.querySelector('[data-order][data-topic]') ? 'réservation' : 'commande'
  if (word) say(`Votre ${subject} : ${word.toLowerCase()}.`)
}

/** Polls while the stream is down; the server sends `ready` when it is open, and again when events were missed. */
function onEvent(topic: string, id: string, changed: () => void): void {
  let slow: ReturnType<typeof setInterval> | undefined
  let wasReady = false
  const stream = new EventSource('/v1/site/events')
  stream.addEventListener('changed', (event) => {
    const data = JSON.parse((event as MessageEvent<string>).data) as { topic: string; id: string | number }
    if (data.topic === topic && String(data.id) === id) changed()
  })
  stream.addEventListener('ready', () => {
    if (wasReady || slow || isKept()) changed()
    wasReady = true
    clearInterval(slow)
    slow = undefined
  })
  stream.onerror = () => {
    slow ??= setInterval(changed, 7_000)
  }
}

let asked = 0
let shown = 0

/** Passes the server's newer version of one part of the page; an answer older than the one shown is dropped. */
function refresh(selector: string, draw: (fresh: HTMLElement, here: HTMLElement) => void): void {
  const turn = ++asked
  const read = async () => {
    const answer = await fetch(location.pathname + location.search, { headers: { accept: 'text/html' } })
    const html = await answer.text()
    if (!answer.ok || turn < shown) return
    shown = turn
    const fresh = parseDocument(html).querySelector<HTMLElement>(selector)
    const here = document.querySelector<HTMLElement>(selector)
    if (fresh && here) draw(document.importNode(fresh, true), here)
    document.querySelector('.banner[data-offline]')?.remove()
  }
  // Without connection the next event or the next poll asks again.
  read().catch(() => undefined)
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
