import { type ActAnswer, say } from './call.ts'

/** Why a form was refused, beside what is wrong in it. */
export function showError(form: HTMLFormElement, answer: ActAnswer | undefined): void {
  if (!answer) {
    say('Pas de connexion : rien n’est perdu, envoyez de nouveau dans un instant.')
    return
  }
  const { message = 'Cela n’a pas pu être envoyé.', code, version, slots = [], fields = {} } = answer
  // The form was redrawn while it was sent: a line before it would be shown nowhere.
  if (!form.isConnected) {
    say(message)
    return
  }
  document.getElementById('erreur')?.remove()
  for (const field of form.querySelectorAll('[aria-invalid]')) field.removeAttribute('aria-invalid')
  const line = document.createElement('p')
  line.className = 'error'
  line.id = 'erreur'
  line.setAttribute('role', 'alert')
  line.textContent = `${message} `
  if (code === 'PHONE_NEEDED') {
    const link = document.createElement('a')
    link.href = '/reglages'
    link.textContent = 'Confirmer mon numéro'
    line.append(link)
  }
  offerSlots(form, slots)
  const [name, key] = slots.length > 0 ? ['slot'] : (Object.entries(fields)[0] ?? [])
  if (key === 'order_required_error')
    line.textContent = form.querySelector<HTMLElement>('.pickup')?.dataset.missing ?? message
  showAt(form, name, line)
  // The button that was pressed is at the end of a form that may be longer than the screen.
  line.scrollIntoView({ block: 'nearest' })
  // Who sends it again has been told that the order changed.
  const read = form.querySelector<HTMLInputElement>('[name=version]')
  if (read && version !== undefined) read.value = String(version)
}

/** Beside the field that is wrong, which takes the focus; before the form where it is none of its fields. */
function showAt(form: HTMLFormElement, name: string | undefined, line: HTMLElement): void {
  const pickup = name === 'slot' || name === 'pickupDateTime' ? form.querySelector<HTMLElement>('.pickup') : null
  const field =
    pickup?.querySelector<HTMLElement>('input:enabled') ?? form.querySelector<HTMLElement>(`[name="${name}"]`)
  if (pickup) pickup.querySelector('legend')?.after(line)
  else if (field) field.after(line)
  else form.before(line)
  const said = pickup ?? field
  said?.setAttribute('aria-describedby', line.id)
  if (!pickup) field?.setAttribute('aria-invalid', 'true')
  field?.focus()
}

/** The last place was taken meanwhile: the next free quarters come first (W-050, Q-024). */
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
    choice.querySelector('span')?.replaceChildren(momentText(start))
    list.append(choice)
  }
  list.hidden = false
}

const momentText = (iso: string): string =>
  new Date(iso)
    .toLocaleString('fr-FR', {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      hour: 'numeric',
      minute: '2-digit',
      timeZone: 'Europe/Paris',
    })
    .replace(/(\d+):(\d\d)/, '$1\u00a0h\u00a0$2')
