import { act, askMe, home, isKnown, say } from './call.ts'
import { askPush, canPush, isIphone } from './push.ts'

/** Where this visit comes from: the fragment of a counted code or of a notification, read once. */
export const source = readSource()

function readSource(): string | undefined {
  const found = /^#de=([\w-]{1,40})$/.exec(location.hash)?.[1]
  if (found) history.replaceState(history.state, '', location.pathname + location.search)
  return found
}

/** The buttons of each business on the page, what this device already follows, and what waits for its resident. */
export async function startFollow(): Promise<void> {
  document.getElementById('suivi')?.remove()
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement
    const block = form.closest<HTMLElement>('[data-follow]')
    if (!block || form.dataset.form) return
    event.preventDefault()
    const mode = (event.submitter as HTMLButtonElement | null)?.value
    void (mode ? follow(block, mode) : leave(block)).catch(() => say(unsent))
  })
  if (home || !isKnown()) return
  const { data } = await askMe()
  const follows = (data?.follows ?? []) as { companyId: string; mode: string }[]
  for (const { companyId, mode } of follows) showMode(companyId, mode)
  const unread = data?.unread as { messages: number; orders: number } | undefined
  if (unread) showWaiting(unread.messages + unread.orders)
}

function showWaiting(count: number): void {
  const mark = document.querySelector<HTMLElement>('[data-mine] .unread')
  if (!mark?.firstChild) return
  mark.firstChild.textContent = String(count)
  mark.hidden = count === 0
}

const unsent = 'Le suivi n’a pas pu être enregistré. Réessayez.'

const idOf = ({ dataset }: HTMLElement): string => dataset.follow ?? ''

/** Follows, or changes how this device is told; `isAgain`: after « Annuler », as it was before. */
async function follow(block: HTMLElement, mode: string, isAgain = false): Promise<void> {
  const { name = '', mode: before } = block.dataset
  const companyId = idOf(block)
  // The permission is asked in the tap itself, before anything is awaited (user activation); the follow does not wait for it.
  const asking = startAsking(mode)
  say('Envoi…')
  const body = { follows: 1, mode, ...(source && { source }) }
  const { status, message } = await act('POST', `/companies/${companyId}/follow`, body)
  if (status !== 200) return say(message ?? unsent)
  const label = showMode(companyId, mode)
  const isChange = Boolean(before) || 'why' in block.dataset
  if ('why' in block.dataset) block.hidden = true
  if (isAgain) say(`Vous suivez de nouveau ${name}\u00a0: ${label.toLowerCase()}.`)
  else if (isChange) say(`${label}\u00a0: c’est noté.`)
  else await sayFollowed(name, mode, asking)
}

async function sayFollowed(name: string, mode: string, asking: ReturnType<typeof startAsking>): Promise<void> {
  // The browser's question may be overlooked.
  if (asking) say(`Vous suivez ${name}.`)
  const { words, next = [] } = outcome(name, mode, await asking)
  say(words, ...next)
}

async function leave(block: HTMLElement): Promise<void> {
  const { name = '', mode = 'none' } = block.dataset
  const companyId = idOf(block)
  say('Envoi…')
  const { status, message } = await act('POST', `/companies/${companyId}/follow`, { follows: 0 })
  if (status !== 200) return say(message ?? unsent)
  showMode(companyId, '')
  // The button that was pressed is gone with its message: the focus goes back to the business.
  const focus = () => block.querySelector('summary')?.focus()
  const again = () => void follow(block, mode, true).then(focus, () => say(unsent))
  say(`Vous ne suivez plus ${name}.`, { label: 'Annuler', run: again })
}

/** Shows how a business is followed, none when it is not; answers the mode in words. */
function showMode(companyId: string, mode: string): string {
  let label = ''
  for (const choice of document.querySelectorAll<HTMLDetailsElement>(`[data-follow="${companyId}"] > [data-followed]`))
    label = showChoice(choice, mode)
  return label
}

/** What had the focus gives it to what replaces it. */
function showChoice(choice: HTMLDetailsElement, mode: string): string {
  const block = choice.parentElement as HTMLElement
  const form = block.querySelector<HTMLFormElement>(':scope > form')
  const hadFocus = block.contains(document.activeElement)
  const buttons = [...choice.querySelectorAll<HTMLButtonElement>('[name=mode]')]
  for (const button of buttons) button.ariaPressed = String(button.value === mode)
  const label = buttons.find(({ value }) => value === mode)?.textContent ?? ''
  choice.querySelector('small')?.replaceChildren(label)
  block.dataset.mode = mode
  form?.toggleAttribute('hidden', Boolean(mode))
  choice.hidden = !mode
  choice.open = false
  const next = mode ? choice.querySelector('summary') : form?.querySelector('button')
  if (hadFocus) next?.focus()
  return label
}

const later = 'parvis-installer-plus-tard'
const thirtyDays = 30 * 86_400_000

/** « Plus tard » is respected for thirty days. */
const isLater = () => Date.now() - Number(localStorage.getItem(later) ?? 0) < thirtyDays

function startAsking(mode: string): Promise<NotificationPermission> | undefined {
  if (mode === 'none' || home || !canPush()) return undefined
  return askPush().catch((): NotificationPermission => 'default')
}

type Outcome = { words: string; next?: { label: string; run: () => void }[] }

/** What the follow came to, and the way on (appendix A). */
function outcome(name: string, mode: string, permission: NotificationPermission | undefined): Outcome {
  const lead = (label: string, to: string) => ({ label, run: () => location.assign(to) })
  const follows = `Vous suivez ${name}`
  if (mode === 'none') return { words: `${follows}.` }
  // A premium address has no worker: this device is told from the residents' host, one tap further.
  if (home) return { words: `${follows}.`, next: [lead('Être averti sur cet appareil', `${home}/mes-abonnements`)] }
  if (permission === 'granted')
    return { words: `${follows}. Vous serez averti de ses nouveautés, trois fois par jour au plus, jamais la nuit.` }
  if (permission === 'denied')
    return {
      words: `${follows}, sans notification\u00a0: votre navigateur les bloque.`,
      next: [lead('Comment les autoriser', '/aide')],
    }
  if (isIphone() && !canPush()) {
    if (isLater()) return { words: `${follows}.` }
    return {
      words: `${follows}. Pour être averti sur iPhone, ajoutez Parvis à l’écran d’accueil.`,
      next: [
        lead('Comment faire', '/installer'),
        { label: 'Plus tard', run: () => localStorage.setItem(later, String(Date.now())) },
      ],
    }
  }
  return {
    words: `${follows}. Ce navigateur ne reçoit pas de notifications\u00a0: retrouvez ses nouveautés dans «\u00a0Mes abonnements\u00a0».`,
  }
}

/** What a notification was about is said for twenty seconds, or until it is closed. */
export function sayWhy(): void {
  const line = document.querySelector<HTMLElement>('[data-why]')
  if (!line || source !== 'notification') return
  const close = () => {
    line.hidden = true
  }
  line.querySelector<HTMLElement>('[type=button]')?.addEventListener('click', close)
  line.hidden = false
  setTimeout(close, 20_000)
}
