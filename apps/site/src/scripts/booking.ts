import { leftText } from '@parvis/domain/bookings/seats'
import { ask, askMe, isKnown } from './call.ts'

type DateNow = { date: string; left: number; state: 'open' | 'full' | 'closed'; mine: number | null }

/** The numbers that hold now, where a shared cache answered the page, and what this device has already booked (J-029, J-007). */
export async function startBooking(): Promise<void> {
  const part = document.querySelector<HTMLElement>('[data-seats]')
  if (!part) return
  const { data } = await ask(`/instants/${part.dataset.seats}/bookings`)
  const dates = (data?.dates ?? []) as DateNow[]
  for (const option of part.querySelectorAll('option')) {
    const now = dates.find(({ date }) => date === option.value)
    if (now) option.textContent = `${option.text.split(' · ')[0]} · ${leftText(now.state, now.left)}`
  }
  const line = part.querySelector('.left strong')
  const [only] = dates
  if (line && only && dates.length === 1 && only.state === 'open')
    line.textContent = `${line.textContent}`.replace(/^Il reste \d+ places?|^Complet/, leftText('open', only.left))
  for (const { mine } of dates) if (mine) part.append(ticketLink(mine))
  if (!isKnown()) return
  const { data: me } = await askMe()
  const asked = part.querySelector<HTMLElement>('[data-first-name]')
  const field = asked?.querySelector('input')
  if (!asked || !field || !me?.firstName) return
  // Asked once: a page is the same for everybody, so that it is hidden here (W-062).
  field.value = String(me.firstName)
  asked.hidden = true
}

function ticketLink(id: number): HTMLElement {
  const line = document.createElement('p')
  const link = document.createElement('a')
  link.href = `/mes-places/${id}`
  link.textContent = 'Voir ma réservation'
  line.append(link)
  return line
}
