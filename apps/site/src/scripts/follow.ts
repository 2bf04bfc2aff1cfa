import { act, ask, home, isKnown, say } from './call.ts'
import { askPush, canPush, isIphone } from './push.ts'

const modes = [
  ['now', 'Tout de suite'],
  ['digest', 'Résumé du soir'],
  ['none', 'Sans notification'],
] as const

/** Where this visit comes from: the fragment of a counted code or of a notification, read once (W-018). */
export const source = readSource()

function readSource(): string | undefined {
  const found = /^#de=([\w-]{1,40})$/.exec(location.hash)?.[1]
  if (found) history.replaceState(history.state, '', location.pathname + location.search)
  return found
}

/** The buttons of each business on the page, and what this device already follows. */
export async function startFollow(): Promise<void> {
  const blocks = [...document.querySelectorAll<HTMLElement>('[data-follow]')]
  if (blocks.length === 0) return
  for (const block of blocks) {
    block.querySelector('form')?.addEventListener('submit', (event) => {
      event.preventDefault()
      const button = (event as SubmitEvent).submitter as HTMLButtonElement | null
      void follow(block, button?.value === 'none' ? 'none' : 'now')
    })
  }
  if (home || !isKnown()) return
  const { data } = await ask('/me')
  const follows = (data?.follows ?? []) as { companyId: string; mode: string }[]
  for (const block of blocks) {
    const known = follows.find(({ companyId }) => companyId === block.dataset.follow)
    if (known) showFollowed(block, known.mode)
  }
}

const nameOf = () => document.querySelector('h1')?.textContent ?? ''

/** Its name: the title of its own page, its card on the page of an instant. */
const businessOf = (block: HTMLElement): string =>
  block.closest('[data-company]')?.querySelector('.by h3 a')?.textContent ?? nameOf()

async function follow(block: HTMLElement, mode: 'now' | 'none'): Promise<void> {
  const name = businessOf(block)
  // The permission is asked in the tap itself, before anything is awaited (user activation); the follow does not wait for it
  // (W-073).
  const asking = startAsking(mode)
  const body = { follows: 1, mode, ...(source && { source }) }
  const { status, message } = await act('POST', `/companies/${block.dataset.follow}/follow`, body)
  if (status !== 200) return say(message ?? 'Le suivi n’a pas pu être enregistré. Réessayez.')
  showFollowed(block, mode)
  const permission = await asking
  const { words, next = [] } = outcome(name, mode, permission)
  say(words, ...next)
}

const later = 'parvis-installer-plus-tard'
const thirtyDays = 30 * 86_400_000

/** « Plus tard » is respected for thirty days (W-054). */
const isLater = () => Date.now() - Number(localStorage.getItem(later) ?? 0) < thirtyDays

function startAsking(mode: string): Promise<NotificationPermission> | undefined {
  if (mode !== 'now' || home || !canPush()) return undefined
  return askPush().catch((): NotificationPermission => 'default')
}

type Outcome = { words: string; next?: { label: string; run: () => void }[] }

/** What the follow came to, and the way on (appendix A). */
function outcome(name: string, mode: string, permission: NotificationPermission | undefined): Outcome {
  const lead = (label: string, to: string) => ({ label, run: () => location.assign(to) })
  if (mode === 'none') return { words: `Vous suivez ${name}.` }
  // A premium address has no worker: this device is told from the residents' host, one tap further (RES-01, W-012).
  if (home)
    return {
      words: `Vous suivez ${name}.`,
      next: [lead('Être averti sur cet appareil', `${home}/mes-abonnements`)],
    }
  if (permission === 'granted')
    return {
      words: `Vous suivez ${name}. Vous serez averti de ses nouveautés, trois fois par jour au plus, jamais la nuit.`,
    }
  if (permission === 'denied')
    return {
      words: `Vous suivez ${name}, sans notification : votre navigateur les bloque.`,
      next: [lead('Comment les autoriser', '/aide')],
    }
  if (isIphone() && !canPush()) {
    if (isLater()) return { words: `Vous suivez ${name}.` }
    return {
      words: `Vous suivez ${name}. Pour être averti sur iPhone, ajoutez Parvis à l’écran d’accueil.`,
      next: [
        lead('Comment faire', '/installer'),
        { label: 'Plus tard', run: () => localStorage.setItem(later, String(Date.now())) },
      ],
    }
  }
  return {
    words: `Vous suivez ${name}. Ce navigateur ne reçoit pas de notifications : retrouvez ses nouveautés dans « Mes abonnements ».`,
  }
}

/** « Vous suivez {Nom}. Régler »: one tap changes what the notification was about, or closes the line (W-095). */
export function sayWhy(): void {
  const line = document.querySelector<HTMLElement>('[data-why]')
  const company = document.querySelector<HTMLElement>('[data-company]')?.dataset.company
  if (!line || !company || source !== 'notification') return
  const offer = (label: string, run: () => void) => {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'quiet'
    button.textContent = label
    button.onclick = run
    line.append(button)
  }
  for (const [mode, label] of modes.slice(1))
    offer(label, () => {
      void act('POST', `/companies/${company}/follow`, { follows: 1, mode }).then(({ status, message }) => {
        say(status === 200 ? `${label} : c’est noté.` : (message ?? 'Cela n’a pas pu être enregistré.'))
        line.hidden = status === 200
      })
    })
  offer('Fermer', () => {
    line.hidden = true
  })
  line.hidden = false
  setTimeout(() => {
    line.hidden = true
  }, 20_000)
}

/** « Vous suivez ✓ » opens the three modes and the way out (W-034). */
function showFollowed(block: HTMLElement, mode: string): void {
  const details = document.createElement('details')
  const summary = document.createElement('summary')
  summary.textContent = 'Vous suivez ✓'
  const choices = document.createElement('div')
  choices.className = 'row'
  const choose = (label: string, isOn: boolean, run: () => void) => {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = isOn ? '' : 'second'
    button.setAttribute('aria-pressed', String(isOn))
    button.textContent = label
    button.onclick = run
    choices.append(button)
  }
  for (const [value, label] of modes) choose(label, value === mode, () => void changeMode(block, value))
  choose('Ne plus suivre', false, () => void leave(block))
  details.append(summary, choices)
  const form = block.querySelector('form')
  if (form) form.hidden = true
  block.querySelector('details')?.remove()
  block.prepend(details)
}

async function changeMode(block: HTMLElement, mode: string): Promise<void> {
  const asking = mode !== 'none' && canPush() && Notification.permission === 'default' ? askPush() : undefined
  const { status } = await act('POST', `/companies/${block.dataset.follow}/follow`, { follows: 1, mode })
  await asking?.catch(() => undefined)
  if (status === 200) showFollowed(block, mode)
}

async function leave(block: HTMLElement): Promise<void> {
  const { status } = await act('POST', `/companies/${block.dataset.follow}/follow`, { follows: 0 })
  if (status !== 200) return
  block.querySelector('details')?.remove()
  const form = block.querySelector('form')
  if (form) form.hidden = false
  say(`Vous ne suivez plus ${businessOf(block)}.`, { label: 'Annuler', run: () => void follow(block, 'none') })
}
