import { hasErrors } from '@parvis/domain/kernel/field-rules'
import { isUuidV4 } from '@parvis/domain/kernel/ids'
import { isMobilePhone, normalisePhone } from '@parvis/domain/kernel/phone'
import { checkReason } from '@parvis/domain/operator/reason'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import type { Blobs } from '../gateways/blobs/blobs.ts'
import type { SealedBlobs } from '../gateways/blobs/sealed-blobs.ts'

/** What the commands work on; files and documents are opened only by the commands that read them. */
export type OperatorDeps = {
  db: Db
  openDocuments: () => Promise<SealedBlobs>
  openFiles: () => Promise<Blobs>
  /** The secrets with which evidence is signed and identities are sealed, and the legal settings. */
  openEvidence: () => Pick<Config, 'secretKey' | 'signingPrivateKey' | 'legal'>
}

/** One operator command: checks its arguments, does its work with its audit line, answers the lines to print. */
export type Command = (deps: OperatorDeps, args: readonly string[]) => Promise<string[]>

/** Invalid arguments: the message is a French sentence, and the tool exits with 1. */
export class BadArgument extends Error {}

let account = ''

/** Set once by the tool: the machine account that runs it. */
export function nameAccount(name: string): void {
  account = name
}

/** Actor of the audit trail: `operator:marie`, the machine account that ran the tool. */
export const operatorActor = (): string => (account ? `operator:${account}` : 'operator')

/** Refuses more arguments than the command takes. */
export function expectArguments(args: readonly string[], usage: string): void {
  const expected = usage.split(' ').slice(1)
  const isOptional = expected[0]?.startsWith('[') && args.length === 0
  if (args.length !== expected.length && !isOptional)
    throw new BadArgument(`Utilisation : npm run operator -- ${usage}`)
}

/** The stored form of a French mobile, whatever its spelling. */
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

export function requireReason(reason: string): void {
  if (hasErrors(checkReason(reason))) throw new BadArgument('Il manque le motif, de 5 à 500 caractères.')
}

/** `of`: « d’un acte », « d’une alerte ». */
export function readNumber(text: string | undefined, of: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new BadArgument(`« ${text ?? ''} » n’est pas le numéro ${of}.`)
  return number
}

/** The id of a company or of a discussion. */
export function readUuid(text = ''): string {
  if (!isUuidV4(text)) throw new BadArgument(`« ${text} » n’est pas un identifiant (UUID).`)
  return text.toLowerCase()
}
