import { normaliseEmail } from './internet-address.ts'

/** Where most people in France have their mailbox. */
const usual = [
  'gmail.com',
  'orange.fr',
  'hotmail.fr',
  'hotmail.com',
  'wanadoo.fr',
  'free.fr',
  'yahoo.fr',
  'yahoo.com',
  'outlook.fr',
  'outlook.com',
  'laposte.net',
  'sfr.fr',
  'live.fr',
  'icloud.com',
  'neuf.fr',
  'bbox.fr',
  'numericable.fr',
  'protonmail.com',
]
/** Names of people and shops, one letter away from those. */
const alsoReal = ['laporte.net', 'oranger.fr']
const shortName = 4

/** The address meant, where the provider is mistyped: `a@gmial.com` → `a@gmail.com`. A guess to offer, never a fault. */
export function meantMail(typed: string): string | undefined {
  const [local, domain = '', ...rest] = normaliseEmail(typed).split('@')
  if (!local || rest.length > 0 || usual.includes(domain) || alsoReal.includes(domain)) return undefined
  const meant = domain === 'gmail.fr' ? 'gmail.com' : usual.find((one) => isMistyped(domain, one))
  return meant && `${local}@${meant}`
}

/** One slip at most in the name, which keeps its first letter, and one in the ending; none in a short one: `fred.fr` is real. */
function isMistyped(domain: string, meant: string): boolean {
  const [name, ending] = halves(domain)
  const [meantName, meantEnding] = halves(meant)
  const isName = name[0] === meantName[0] && isSlip(name, meantName)
  const keepsLetters = meantName.length > shortName || letters(name) === letters(meantName)
  return isName && keepsLetters && isSlip(ending, meantEnding)
}

function halves(domain: string): [string, string] {
  const dot = domain.lastIndexOf('.')
  return [domain.slice(0, dot), domain.slice(dot + 1)]
}

const letters = (name: string) => [...new Set(name)].sort().join('')

/** True when one letter is missing, too many or another, when two are swapped, or when nothing differs. */
function isSlip(typed: string, meant: string): boolean {
  const common = Math.min(typed.length, meant.length)
  let start = 0
  while (start < common && typed[start] === meant[start]) start += 1
  let end = 0
  while (end < common - start && typed.at(-1 - end) === meant.at(-1 - end)) end += 1
  const [wrong, right] = [typed.slice(start, typed.length - end), meant.slice(start, meant.length - end)]
  return Math.max(wrong.length, right.length) < 2 || (right.length === 2 && wrong === `${right[1]}${right[0]}`)
}
