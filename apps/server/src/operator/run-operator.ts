import { expectArguments } from './arguments.ts'
import { BadArgument, type OperatorWorld } from './command.ts'
import { commands } from './commands.ts'

/** Runs one command line and answers what it changed, line by line; throws BadArgument for what cannot be used. */
export async function runOperator(
  openWorld: (asOwner: boolean) => OperatorWorld,
  [name, ...args]: readonly string[],
): Promise<string[]> {
  const entry = commands.find(({ usage }) => usage.split(' ')[0] === name)
  if (!entry)
    throw new BadArgument(`${name ? `Commande inconnue : « ${name} ».` : 'Il manque la commande.'}\n${usageText()}`)
  expectArguments(args, entry.usage)
  const command = await entry.load()
  const world = openWorld(entry.asOwner ?? false)
  try {
    return await command(world, args)
  } finally {
    await world.db.destroy()
  }
}

export function usageText(): string {
  const width = Math.max(...commands.map(({ usage }) => usage.length))
  const lines = commands.map(({ usage, does }) => `  ${usage.padEnd(width)}  ${does}`)
  return ['Utilisation : npm run operator -- <commande>', '', ...lines].join('\n')
}
