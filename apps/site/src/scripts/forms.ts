import { type ActAnswer, act, ask, button, readTab, say, writeTab } from './call.ts'
import { clearError, showError, showInvalid } from './form-errors.ts'
import { renewThread } from './live.ts'
import { askPush, canPush } from './push.ts'

/** What the forms gain with a script: drafts kept, towns as one types. */
export function startForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-draft]')) keepDraft(form)
  document.addEventListener('submit', (event) => {
    const form = (event.target as Element).closest<HTMLFormElement>('form[data-form]')
    if (form) void send(event, form)
  })
  document.addEventListener('invalid', showInvalid, true)
  // The page left for the next one comes back as it was left, from the back/forward cache.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) for (const form of document.querySelectorAll<HTMLElement>('form[inert]')) form.inert = false
  })
  saySaved()
  offerPush()
  suggestTowns()
}

const mark = 'parvis '

/** Message shown on the next page: `window.name` survives when the device's storage is emptied. */
function sayNext(sentence: string): void {
  window.name = mark + sentence
}

/** A refusal is rendered at the address of its call, where the stored message is not shown. */
function saySaved(): void {
  if (!window.name.startsWith(mark)) return
  if (!location.pathname.startsWith('/v1/')) say(window.name.slice(mark.length))
  window.name = ''
}

const draftOf = ({ dataset }: HTMLFormElement): string => `brouillon ${dataset.draft}`
type Typed = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
const hasChoice = (field: Typed): field is HTMLInputElement => field.type === 'radio' || field.type === 'checkbox'

/** Nothing typed or chosen is lost: the draft stays on the device until it is sent. What an address asks for is not replaced. */
function keepDraft(form: HTMLFormElement): void {
  const name = draftOf(form)
  const kept: Record<string, string> = location.search ? {} : JSON.parse(readTab(name) ?? '{}')
  if (kept.code !== undefined) showCode(form)
  for (const field of form.querySelectorAll<Typed>('textarea, select, input:not([type=hidden], [type=file])')) {
    const value = kept[field.name]
    if (value !== undefined) fillField(field, value)
  }
  form.addEventListener('input', () => {
    const typed = [...new FormData(form)].filter(([, value]) => typeof value === 'string')
    writeTab(name, JSON.stringify(Object.fromEntries(typed)))
  })
}

function fillField(field: Typed, value: string): void {
  if (hasChoice(field)) field.checked = field.value === value
  else field.value = value
  // A date that is offered no more.
  if (field instanceof HTMLSelectElement && field.selectedIndex < 0) field.selectedIndex = 0
}

function offerPush(): void {
  const line = document.querySelector<HTMLElement>('[data-only-push]')
  if (line && canPush() && Notification.permission === 'default') line.hidden = false
}

/** Submits a form by fetch, so that what was typed stays when the act is refused; `inert` until then, it is sent once. */
async function send(event: SubmitEvent, form: HTMLFormElement): Promise<void> {
  event.preventDefault()
  if (form.inert) return
  const fields = new FormData(form)
  // The script has keys of its own, which outlive the page.
  fields.delete('once')
  const release = suspend(form)
  const asking = wantsPush(form, fields) ? askPush().catch(() => undefined) : undefined
  const asksCode = form.dataset.form === 'phone' && !fields.has('code')
  const answer = await sendFields(asksCode ? sendCode : pathOf(form), fields)
  if (asking && answer?.status === 200) await overlookable(asking)
  finish(form, answer, asksCode, release)
}

/** The browser's own question may be overlooked: what was sent is said, and leads on without its answer. */
function overlookable(asking: Promise<unknown>): Promise<unknown> {
  return new Promise((resolve) => {
    say('C’est envoyé. Votre navigateur vous demande s’il peut vous avertir.', {
      label: 'Continuer',
      run: () => resolve(0),
    })
    setTimeout(resolve, 10_000)
    void asking.then(resolve)
  })
}

function finish(form: HTMLFormElement, answer: ActAnswer | undefined, asksCode: boolean, release: () => void): void {
  const isSent = isDone(form, answer)
  if (asksCode || !isSent || !navigatesAfter(form)) release()
  if (isSent) clearError(form)
  if (asksCode && isSent) askCode(form)
  else if (isSent) receive(form, answer?.data ?? {})
  else showError(form, answer)
}

/** Who is unknown once they are erased had the answer of a first try lost. */
const isDone = ({ dataset }: HTMLFormElement, answer: ActAnswer | undefined): boolean =>
  answer?.status === 200 || (dataset.form === 'erase' && answer?.status === 401)

function receive(form: HTMLFormElement, data: Record<string, unknown>): void {
  writeTab(draftOf(form))
  if (form.dataset.form === 'erase') navigator.serviceWorker?.controller?.postMessage('forget')
  // « Précédent » shows the form again: what was sent is not there to be sent twice.
  if (navigatesAfter(form) || form.dataset.form === 'reply') form.reset()
  after(form, data)
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

/** The second step of a number: the code that was sent to it, still asked for by who comes back from their messages. */
function askCode(form: HTMLFormElement): void {
  const field = showCode(form)
  // A former code would stand before the one that comes.
  if (field) field.value = ''
  field?.focus()
  form.dispatchEvent(new Event('input'))
  say('Un code vous est envoyé par SMS.')
}

function showCode(form: HTMLFormElement): HTMLInputElement | undefined {
  const code = form.querySelector<HTMLElement>('[data-code]')
  const field = code?.querySelector('input')
  const submit = form.querySelector('[type=submit]')
  if (!code || !field || !submit) return undefined
  if (code.hidden) {
    const another = button('Recevoir un autre code', () => askAnotherCode(form, field))
    another.className = 'quiet'
    submit.after(another)
  }
  code.hidden = false
  field.disabled = false
  field.required = true
  submit.textContent = 'Confirmer'
  return field
}

/** Without its code the form asks for one. */
function askAnotherCode(form: HTMLFormElement, code: HTMLInputElement): void {
  code.disabled = true
  form.requestSubmit()
  code.disabled = false
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
  'end-conversation': () => '/mes-messages',
  erase: () => '/',
}
const reloadsAfter = ['order-act', 'phone', 'reread']
const navigatesAfter = ({ dataset: { form = '' } }: HTMLFormElement) =>
  form in pagesAfter || reloadsAfter.includes(form)

function after({ dataset: { form = '', said } }: HTMLFormElement, data: Record<string, unknown>): void {
  if (said) sayNext(data.joined ? 'Ce numéro était déjà connu : vos abonnements et vos messages sont réunis.' : said)
  const page = pagesAfter[form]
  if (page) location.assign(page(data))
  else if (reloadsAfter.includes(form)) location.reload()
  else {
    if (form === 'reply') renewThread()
    say(awaited(form, data) ?? (form === 'reply' ? 'Envoyé' : 'Enregistré'))
  }
}

/** The letter that the answer tells of, while its confirmation is awaited: by itself in the settings, with the follow elsewhere. */
function awaited(form: string, data: Record<string, unknown>): string | undefined {
  const { email, state } = (data.letter ?? data) as { email?: string; state?: string }
  const isAwaited = form === 'letter' && state === 'waiting'
  return isAwaited ? `Presque fini : ouvrez le message envoyé à ${email} et confirmez.` : undefined
}

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
