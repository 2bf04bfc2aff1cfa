import type { Database } from '../db/database.ts'
import { expectArguments } from './arguments.ts'
import { BadArgument } from './command.ts'
import { commands } from './commands.ts'

/** Runs one command line and answers what it changed, line by line; throws BadArgument for what cannot be used. */
export async function runOperator(openDatabase: () => Database, [name, ...args]: readonly string[]): Promise<string[]> {
  const entry = commands.find(({ usage }) => usage.split(' ')[0] === name)
  if (!entry) throw new BadArgument(`Commande inconnue : « ${name ?? ''} ».\n${usageText()}`)
  expectArguments(args, entry.usage)
  const command = await entry.load()
  const db = openDatabase()
  try {
    return await command(db, args)
  } finally {
    await db.destroy()
  }
}

export function usageText(): string {
  const width = Math.max(...commands.map(({ usage }) => usage.length))
  const lines = commands.map(({ usage, does }) => `  ${usage.padEnd(width)}  ${does}`)
  return ['Utilisation : npm run operator -- <commande>', '', ...lines].join('\n')
}
