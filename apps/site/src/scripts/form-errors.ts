import { waysOn, wordsOfMoment } from './booking.ts'
import { type ActAnswer, made, say } from './call.ts'

export function showError(form: HTMLFormElement, answer: ActAnswer | undefined): void {
  const message = answer ? (answer.message ?? 'Cela n’a pas pu être envoyé.') : offline
  // A form that was redrawn while it was sent: a line before it would be shown nowhere.
  if (!answer || !form.isConnected) say(message)
  else showRefusal(form, message, answer)
}

/** What the browser finds wrong before anything is sent: said beside the first such field, rather than in a bubble of its own. */
export function showInvalid(event: Event): void {
  const field = event.target as HTMLInputElement
  const form = field.form?.closest<HTMLFormElement>('form[data-form]')
  if (!form) return
  event.preventDefault()
  if (form.querySelector(':is(input, select, textarea):invalid') !== field) return
  clearError(form)
  show(form, field.name, errorLine(form, field.dataset.missing ?? field.validationMessage, undefined))
}

const offline = 'Pas de connexion\u00a0: rien n’est perdu, envoyez de nouveau dans un instant.'

function showRefusal(form: HTMLFormElement, message: string, answer: ActAnswer): void {
  const { code, slots = [], fields = {} } = answer
  const name = slots.length > 0 ? 'slot' : (Object.keys(fields)[0] ?? '')
  const isUnchosen = fields[name] === 'order_required_error'
  const line = errorLine(form, (isUnchosen && pickupOf(form, name)?.dataset.missing) || message, code)
  clearError(form)
  offerSlots(form, slots)
  show(form, name, line)
  readAgain(form, answer)
}

function show(form: HTMLFormElement, name: string, line: HTMLElement): void {
  const pickup = pickupOf(form, name)
  if (pickup) showInPickup(pickup, line)
  else showAt(form, name, line)
  // The button that was pressed is at the end of a form that may be longer than the screen.
  line.scrollIntoView({ block: 'nearest' })
}

const pickupOf = (form: HTMLFormElement, name: string): HTMLElement | null =>
  name === 'slot' || name === 'pickupDateTime' ? form.querySelector<HTMLElement>('.pickup') : null

export function clearError(form: HTMLFormElement): void {
  document.getElementById('erreur')?.remove()
  for (const field of form.querySelectorAll('[aria-invalid]')) field.removeAttribute('aria-invalid')
}

function errorLine(form: HTMLFormElement, words: string, code: string | undefined): HTMLElement {
  const line = made('p', { className: 'error', id: 'erreur', textContent: `${words} ` })
  line.setAttribute('role', 'alert')
  line.append(...waysOn(form, code))
  return line
}

/** Who sends it again has been told that the order changed. */
function readAgain(form: HTMLFormElement, { version }: ActAnswer): void {
  const read = form.querySelector<HTMLInputElement>('[name=version]')
  if (read && version !== undefined) read.value = String(version)
}

function showInPickup(pickup: HTMLElement, line: HTMLElement): void {
  pickup.querySelector('legend')?.after(line)
  pickup.setAttribute('aria-describedby', line.id)
  pickup.querySelector<HTMLElement>('input:enabled')?.focus()
}

/** After the field that is wrong, which takes the focus; before the form where it is none of its fields. */
function showAt(form: HTMLFormElement, name: string, line: HTMLElement): void {
  const field = form.querySelector<HTMLElement>(`[name="${name}"]`)
  if (!field) {
    form.before(line)
    return
  }
  field.after(line)
  field.setAttribute('aria-invalid', 'true')
  field.setAttribute('aria-describedby', line.id)
  field.focus()
}

/** The last place was taken meanwhile: the next free quarters come first. */
function offerSlots(form: HTMLFormElement, slots: readonly { start: string }[]): void {
  const list = form.querySelector<HTMLElement>('.free')
  const drawn = form.querySelector('.quarters label:has(input)')
  if (!list || !drawn || slots.length === 0) return
  form.querySelector('.quarters label:has(:checked)')?.remove()
  for (const former of list.querySelectorAll('label')) former.remove()
  for (const { start } of slots) {
    const choice = drawn.cloneNode(true) as HTMLElement
    const input = choice.querySelector('input')
    if (input) Object.assign(input, { value: start, checked: false })
    choice.querySelector('span')?.replaceChildren(wordsOfMoment(start))
    list.append(choice)
  }
  list.hidden = false
}
