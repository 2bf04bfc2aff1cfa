import type { Database } from '../db/database.ts'

/** One operator command: checks its arguments, does its work with its audit line, answers the lines to print. */
export type Command = (db: Database, args: readonly string[]) => Promise<string[]>

/** What the operator gave cannot be used: the message says so in French, and the tool exits 1. */
export class BadArgument extends Error {}

export const operatorActor = 'operator'
