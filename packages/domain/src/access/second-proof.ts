/** Minutes during which a second proof counts in its session. */
export const freshProofMinutes = 15
/** Minutes of a ticket of a refused sign-in, and of a code by e-mail. */
export const ticketMinutes = 30
/** Numbers are given to others from 45 days on (Arcep 2022-1583): a code received later proves nothing about the former holder. */
export const phoneProofDays = 45
/** Days during which a changed address does not receive the codes yet. */
export const formerAddressDays = 7
export const maxPasskeys = 10
export const challengeMinutes = 5

const codeLength = 8
const maxLabel = 60

/** The fault of a code by e-mail before it is tried. */
export function mailCodeFault(code: string): 'empty' | 'length' | undefined {
  if (code === '') return 'empty'
  return new RegExp(`^\\d{${codeLength}}$`).test(code) ? undefined : 'length'
}

/** What the field of a code by e-mail keeps of what was typed or pasted. */
export const typedMailCode = (text: string): string => text.replace(/\D/g, '').slice(0, codeLength)

/** The name of a passkey, cut at sixty characters. */
export const passkeyLabel = (text: string): string => [...text.trim()].slice(0, maxLabel).join('')

/** `m•••@•••.fr`: the first letter and the last label. */
export function maskEmail(email: string): string {
  const [first = ''] = email
  return `${first}•••@•••.${email.split('.').at(-1) ?? ''}`
}
