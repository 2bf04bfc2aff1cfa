import type { Database } from '../db/database.ts'
import type { Blobs } from '../gateways/blobs/blobs.ts'
import type { SealedBlobs } from '../gateways/blobs/sealed-blobs.ts'

/** What the commands work on; files and documents are opened only by the commands that read them. */
export type OperatorWorld = {
  db: Database
  openDocuments: () => Promise<SealedBlobs>
  openFiles: () => Promise<Blobs>
}

/** One operator command: checks its arguments, does its work with its audit line, answers the lines to print. */
export type Command = (world: OperatorWorld, args: readonly string[]) => Promise<string[]>

/** What the operator gave cannot be used: the message says so in French, and the tool exits 1. */
export class BadArgument extends Error {}

export const operatorActor = 'operator'
