import { type ActAnswer, act, ask, say } from './call.ts'
import { askPush, canPush } from './push.ts'

/** What the forms gain with a script: drafts kept, a confirmation, towns as one types. */
export function startForms(): void {
  for (const field of document.querySelectorAll<HTMLTextAreaElement>('[data-draft]')) keepDraft(field)
  document.addEventListener('submit', (event) => {
    const form = (event.target as Element).closest<HTMLFormElement>('form[data-form]')
    if (form) void send(event, form)
  })
  document.addEventListener('click', (event) => {
    const question = (event.target as Element).closest<HTMLElement>('[data-confirm]')?.dataset.confirm
    if (question && !confirm(question)) event.preventDefault()
  })
  // The page left for the next one comes back as it was left, from the back/forward cache.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) for (const form of document.querySelectorAll<HTMLElement>('form[inert]')) form.inert = false
  })
  const erase = document.querySelector('form[action="/v1/site/me"] [value="DELETE"]')?.closest('form')
  erase?.addEventListener('submit', () => {
    navigator.serviceWorker?.controller?.postMessage('forget')
    sayNext('C’est fait. Nous ne savons plus rien de vous.')
  })
  sayKept()
  offerPush()
  suggestTowns()
}

const mark = 'parvis '

/** Message shown on the next page: `window.name` survives when the device's storage is emptied. */
function sayNext(sentence: string): void {
  window.name = mark + sentence
}

/** A refusal is rendered at the address of its call, where the stored message is not shown. */
function sayKept(): void {
  if (!window.name.startsWith(mark)) return
  if (!location.pathname.startsWith('/v1/')) say(window.name.slice(mark.length))
  window.name = ''
}

/** Nothing typed is lost: the draft stays on the device until it is sent (W-048). */
function keepDraft(field: HTMLTextAreaElement): void {
  const name = `brouillon ${field.dataset.draft}`
  if (!field.value) field.value = sessionStorage.getItem(name) ?? ''
  field.addEventListener('input', () => sessionStorage.setItem(name, field.value))
}

function offerPush(): void {
  const line = document.querySelector<HTMLElement>('[data-only-push]')
  if (line && canPush() && Notification.permission !== 'denied') line.hidden = false
}

/** Submits a form by fetch, so that what was typed stays when the act is refused; `inert` until then, it is sent once. */
async function send(event: SubmitEvent, form: HTMLFormElement): Promise<void> {
  event.preventDefault()
  if (form.inert) return
  const fields = new FormData(form)
  const release = suspend(form)
  const asking = wantsPush(form, fields) ? askPush().catch(() => undefined) : undefined
  const asksCode = form.dataset.form === 'phone' && !fields.has('code')
  const answer = await sendFields(asksCode ? sendCode : pathOf(form), fields)
  await asking
  finish(form, answer, asksCode, release)
}

function finish(form: HTMLFormElement, answer: ActAnswer | undefined, asksCode: boolean, release: () => void): void {
  const isSent = answer?.status === 200
  if (asksCode || !isSent || !navigatesAfter(form)) release()
  if (asksCode && isSent) askCode(form)
  else receive(form, answer)
}

function receive(form: HTMLFormElement, answer: ActAnswer | undefined): void {
  if (answer?.status !== 200) {
    showError(form, answer)
    return
  }
  for (const field of form.querySelectorAll<HTMLElement>('[data-draft]'))
    sessionStorage.removeItem(`brouillon ${field.dataset.draft}`)
  after(form, answer.data ?? {})
}

/** An inert form loses the focus: the function that ends it gives the focus back. */
function suspend(form: HTMLFormElement): () => void {
  const focused = document.activeElement
  form.inert = true
  say('Envoi…')
  return () => {
    form.inert = false
    if (focused instanceof HTMLElement && form.contains(focused)) focused.focus()
    const line = document.getElementById('annonce')
    if (line) line.textContent = ''
  }
}

const pathOf = ({ action }: HTMLFormElement): string => new URL(action).pathname.replace('/v1/site', '')

/** Without an answer there is no connection. */
const sendFields = (path: string, fields: FormData): Promise<ActAnswer | undefined> =>
  act(String(fields.get('_method') ?? 'POST'), path, bodyOf(fields)).catch(() => undefined)

const sendCode = '/v1/authentication/send-activation-code'

/** The second step of a number: the code that was sent to it. */
function askCode(form: HTMLFormElement): void {
  const code = form.querySelector<HTMLElement>('[data-code]')
  const field = code?.querySelector('input')
  const button = form.querySelector('button')
  if (!code || !field || !button) return
  code.hidden = false
  field.disabled = false
  field.required = true
  field.focus()
  button.textContent = 'Confirmer'
  say('Un code vous est envoyé par SMS.')
}

/** A tap that sends may also ask for the permission, once. */
function wantsPush(form: HTMLFormElement, fields: FormData): boolean {
  const isWanted = fields.get('tell') === '1' || ['order', 'booking'].includes(form.dataset.form ?? '')
  return isWanted && canPush() && Notification.permission === 'default'
}

/** A form with a chosen picture is sent as multipart, any other as JSON. */
function bodyOf(fields: FormData): unknown {
  const body: Record<string, unknown> = {}
  for (const [name, value] of fields) {
    if (value instanceof File && value.size > 0) return fields
    if (name !== '_method' && name !== 'tell' && !(value instanceof File)) body[name] = value
  }
  return body
}

/** The page that each form leads to once it was sent; a form without one stays, and says that it is saved. */
const pagesAfter: Record<string, (data: Record<string, unknown>) => string> = {
  order: ({ id }) => `/mes-commandes/${String(id)}`,
  booking: ({ id }) => `/mes-places/${String(id)}`,
  message: ({ uuid }) => `/mes-messages/${String(uuid)}`,
  report: ({ code }) => `/signalement/${String(code)}`,
  claim: () => '/mes-abonnements',
}
const reloadsAfter = ['reply', 'order-act', 'phone', 'end']
const navigatesAfter = ({ dataset: { form = '' } }: HTMLFormElement) =>
  form in pagesAfter || reloadsAfter.includes(form)

function after({ dataset: { form = '', said } }: HTMLFormElement, data: Record<string, unknown>): void {
  if (said) sayNext(data.joined ? 'Ce numéro était déjà connu : vos abonnements et vos messages sont réunis.' : said)
  const page = pagesAfter[form]
  if (page) location.assign(page(data))
  else if (reloadsAfter.includes(form)) location.reload()
  else say(awaited(form, data) ?? 'Enregistré')
}

/** The letter that the answer tells of, while its confirmation is awaited: by itself in the settings, with the follow elsewhere. */
function awaited(form: string, data: Record<string, unknown>): string | undefined {
  const { email, state } = (data.letter ?? data) as { email?: string; state?: string }
  const isAwaited = form === 'letter' && state === 'waiting'
  return isAwaited ? `Presque fini : ouvrez le message envoyé à ${email} et confirmez.` : undefined
}

function showError(form: HTMLFormElement, answer: ActAnswer | undefined): void {
  if (!answer) {
    say('Pas de connexion : rien n’est perdu, envoyez de nouveau dans un instant.')
    return
  }
  const { message = 'Cela n’a pas pu être envoyé.', code, version, slots = [] } = answer
  // The form was redrawn while it was sent: a line before it would be shown nowhere.
  if (!form.isConnected) {
    say(message)
    return
  }
  const known = form.previousElementSibling
  const line = known?.classList.contains('error') ? known : document.createElement('p')
  line.className = 'error'
  line.setAttribute('role', 'alert')
  line.textContent = `${message} `
  if (code === 'PHONE_NEEDED') {
    const link = document.createElement('a')
    link.href = '/reglages'
    link.textContent = 'Confirmer mon numéro'
    line.append(link)
  }
  form.before(line)
  // The button that was pressed is at the end of a form that may be longer than the screen.
  line.scrollIntoView({ block: 'nearest' })
  offerSlots(form, slots)
  // Who sends it again has been told that the order changed.
  const read = form.querySelector<HTMLInputElement>('[name=version]')
  if (read && version !== undefined) read.value = String(version)
}

/** The last place was taken meanwhile: the next free quarters come first in the list (W-050, Q-024). */
function offerSlots(form: HTMLFormElement, slots: readonly { start: string }[]): void {
  const list = form.querySelector<HTMLSelectElement>('select[name=slot]')
  if (!list || slots.length === 0) return
  list.selectedOptions[0]?.remove()
  const group = document.createElement('optgroup')
  group.label = 'Encore libres'
  for (const { start } of slots) group.append(new Option(momentText(start), start))
  list.prepend(group)
  list.selectedIndex = 0
}

const momentText = (iso: string): string =>
  new Date(iso).toLocaleString('fr-FR', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'Europe/Paris',
  })

function suggestTowns(): void {
  const field = document.querySelector<HTMLInputElement>('[data-towns]')
  const list = field?.list
  if (!field || !list) return
  let latest = 0
  const suggest = async () => {
    const mine = ++latest
    if (field.value.trim().length < 2) return
    const { data } = await ask(`/towns?q=${encodeURIComponent(field.value)}`)
    if (mine !== latest) return
    const towns = (data ?? []) as unknown as { name: string; zip: string }[]
    list.replaceChildren(...towns.map(({ name, zip }) => new Option(`${name} (${zip})`, `${name} ${zip}`)))
  }
  field.addEventListener('input', () => void suggest())
}
