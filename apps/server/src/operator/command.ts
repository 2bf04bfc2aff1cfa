import type { Database } from '../db/database.ts'
import type { Blobs } from '../gateways/blobs/blobs.ts'
import type { SealedBlobs } from '../gateways/blobs/sealed-blobs.ts'

/** What the commands work on; files and documents are opened only by the commands that read them. */
export type OperatorDeps = {
  db: Database
  openDocuments: () => Promise<SealedBlobs>
  openFiles: () => Promise<Blobs>
}

/** One operator command: checks its arguments, does its work with its audit line, answers the lines to print. */
export type Command = (deps: OperatorDeps, args: readonly string[]) => Promise<string[]>

/** What the operator gave cannot be used: the message says so in French, and the tool exits 1. */
export class BadArgument extends Error {}

let account = ''

/** Once, by the tool itself: which account of the machine runs it. */
export function nameAccount(name: string): void {
  account = name
}

/** Who the audit trail says did it: `operator:marie`, the account of the machine that ran the tool (T34). */
export const operatorActor = (): string => (account ? `operator:${account}` : 'operator')
