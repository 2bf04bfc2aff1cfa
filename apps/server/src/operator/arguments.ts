import { isUuidV4 } from '@parvis/domain/kernel/ids'
import { isMobilePhone, normalisePhone } from '@parvis/domain/kernel/phone'
import { BadArgument } from './command.ts'

/** As many arguments as the command takes, no more. */
export function expectArguments(args: readonly string[], usage: string): void {
  const expected = usage.split(' ').filter((word) => word.startsWith('<') || word.includes('|')).length
  if (args.length !== expected) throw new BadArgument(`Utilisation : npm run operator -- ${usage}`)
}

/** The stored form of a French mobile, whatever its spelling (AMB-02). */
export function readPhoneArgument(text = ''): string {
  const phone = normalisePhone(text)
  if (!phone || !isMobilePhone(phone)) throw new BadArgument(`« ${text} » n’est pas un numéro de mobile français.`)
  return phone
}

export function readSwitch(text = ''): boolean {
  return readChoice(text, ['on', 'off']) === 'on'
}

export function readChoice<T extends string>(text: string | undefined, choices: readonly T[]): T {
  const choice = choices.find((candidate) => candidate === text)
  if (!choice) throw new BadArgument(`« ${text ?? ''} » n’est pas reconnu : ${choices.join(', ')} attendu.`)
  return choice
}

/** The id of a company or of a discussion. */
export function readUuid(text = ''): string {
  if (!isUuidV4(text)) throw new BadArgument(`« ${text} » n’est pas un identifiant (UUID).`)
  return text.toLowerCase()
}
