import { leftBeside, leftText } from '@parvis/domain/bookings/seats'
import { ask, askMe, button, isKnown, made } from './call.ts'

type DateNow = { date: string; start: string; left: number; state: 'open' | 'full' | 'closed'; mine: number | null }

/** The seats of an instant at its opening, and the first name that this device gave before. */
export async function startBooking(): Promise<void> {
  const part = document.querySelector<HTMLElement>('[data-seats]')
  if (!part) return
  // « Précédent » after a booking shows the page as it was left.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void showSeats(part).catch(() => undefined)
  })
  await showSeats(part)
  if (isKnown()) fillFirstName(part, (await askMe()).data?.firstName)
}

/** What is left, and the tickets that this device holds, each with its date where there are several. */
async function showSeats(part: HTMLElement): Promise<void> {
  const dates = await showLeft(part)
  for (const former of part.querySelectorAll('.mine')) former.remove()
  for (const { mine, start } of dates)
    if (mine) part.append(ticketLink(mine, dates.length > 1 ? ` du ${wordsOfMoment(start)}` : ''))
}

/** The numbers that hold now, where a shared cache answered the page, or somebody was faster. */
async function showLeft(part: HTMLElement): Promise<readonly DateNow[]> {
  const { data } = await ask(`/instants/${part.dataset.seats}/bookings`)
  const dates = (data?.dates ?? []) as DateNow[]
  for (const option of part.querySelectorAll('option')) {
    const now = dates.find(({ date }) => date === option.value)
    if (now) option.textContent = `${option.text.split(' · ')[0]} · ${leftBeside(now.state, now.left)}`
  }
  const [only, ...others] = dates
  if (only && others.length === 0 && only.state !== 'closed') showLeftOf(part, only)
  return dates
}

function showLeftOf(part: HTMLElement, { left }: DateNow): void {
  const line = part.querySelector('.left strong')
  const drawn = left > 0 ? /^Il reste \d+ places?/ : /^Il reste.*/
  if (line) line.textContent = `${line.textContent}`.replace(drawn, leftText('open', left))
}

/** Asked once: a page is the same for everybody, so that its field is filled and hidden here. */
function fillFirstName(part: HTMLElement, firstName: unknown): void {
  const asked = part.querySelector<HTMLElement>('[data-first-name]')
  const field = asked?.querySelector('input')
  if (!asked || !field || !firstName) return
  field.value = String(firstName)
  asked.hidden = true
}

function ticketLink(id: number, ofDate: string): HTMLElement {
  const line = made('p', { className: 'mine' })
  line.append(made('a', { href: `/mes-places/${id}`, textContent: `Voir ma réservation${ofDate}` }))
  return line
}

/** What leads on from a refused form: nothing, a number to confirm, another device, or the list of a full date. */
export function waysOn(form: HTMLFormElement, code: string | undefined): HTMLElement[] {
  if (code === 'PHONE_NEEDED') return [made('a', { href: '/reglages', textContent: 'Confirmer mon numéro' })]
  if (code === 'SESSION_UNKNOWN' || code === 'TOKEN_NOT_FOUND')
    return [made('a', { href: '/transfert', textContent: 'Retrouver mes messages et mes commandes' })]
  if (code !== 'BOOKING_FULL') return []
  const part = form.closest<HTMLElement>('[data-seats]')
  if (part) void showLeft(part).catch(() => undefined)
  return [joinButton(form)]
}

/** A full date: the same form again joins its waiting list. */
const joinButton = (form: HTMLFormElement): HTMLElement =>
  button('Rejoindre la liste d’attente', () => {
    const wait = made('input', { type: 'hidden', name: 'wait', value: '1' })
    form.append(wait)
    form.requestSubmit()
    wait.remove()
  })

/** `samedi 14 mars à 14 h 30`, `mardi 1er décembre à 9 h`, as the pages write a moment. */
export const wordsOfMoment = (moment: string | number): string =>
  new Date(moment)
    .toLocaleString('fr-FR', {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      hour: 'numeric',
      minute: '2-digit',
      timeZone: 'Europe/Paris',
    })
    .replace(' 1 ', ' 1er ')
    .replace(/0?(\d+):(\d\d)/, '$1\u00a0h\u00a0$2')
    .replace(/\u00a000$/, '')
