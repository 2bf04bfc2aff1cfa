import { BadArgument, type Command, expectArguments, type OperatorDeps } from './command.ts'

/** Runs one command line and answers what it changed, line by line; throws BadArgument for what cannot be used. */
export async function runOperator(
  openDeps: (asOwner: boolean) => OperatorDeps,
  [name, ...args]: readonly string[],
): Promise<string[]> {
  const entry = commands.find(({ usage }) => usage.split(' ')[0] === name)
  if (!entry)
    throw new BadArgument(`${name ? `Commande inconnue : « ${name} ».` : 'Il manque la commande.'}\n${usageText()}`)
  expectArguments(args, entry.usage)
  const command = await entry.load()
  const deps = openDeps(entry.asOwner ?? false)
  try {
    return await command(deps, args)
  } finally {
    await deps.db.pool.end()
  }
}

export function usageText(): string {
  const width = Math.max(...commands.map(({ usage }) => usage.length))
  const lines = commands.map(({ usage, does }) => `  ${usage.padEnd(width)}  ${does}`)
  return ['Utilisation : npm run operator -- <commande>', '', ...lines].join('\n')
}

/** `asOwner`: works as the role that owns the tables, not as the one that serves. */
type CommandEntry = { usage: string; does: string; asOwner?: true; load: () => Promise<Command> }

/** Every operator command; each one is read only when it is asked for, so that the tool starts fast. */
const commands: readonly CommandEntry[] = [
  {
    usage: 'super-admin <téléphone> on|off',
    does: 'donne ou retire les droits de super-administrateur',
    load: async () => (await import('./decisions.ts')).superAdmin,
  },
  {
    usage: 'block-phone <téléphone> on|off',
    does: 'bloque un numéro et ferme ses sessions, ou le débloque',
    load: async () => (await import('./decisions.ts')).blockPhoneCommand,
  },
  {
    usage: 'let-in <téléphone>',
    does: 'compte le numéro comme prouvé aujourd’hui et retire ses clés d’accès, après vérification',
    load: async () => (await import('./decisions.ts')).letInCommand,
  },
  {
    usage: 'owner <établissement> <téléphone>',
    does: 'rend une personne responsable d’un établissement, après vérification',
    load: async () => (await import('./decisions.ts')).ownerCommand,
  },
  {
    usage: 'block-discussion <uuid> on|off',
    does: 'bloque ou débloque une conversation',
    load: async () => (await import('./decisions.ts')).blockDiscussionCommand,
  },
  {
    usage: 'suspend <établissement> on|off <motif>',
    does: 'retire un établissement de la vue des habitants, ou l’y remet ; rien n’est effacé',
    load: async () => (await import('./decisions.ts')).suspend,
  },
  {
    usage: 'identity <établissement> pending|verified|refused',
    does: 'décide des pièces d’identité d’un établissement',
    load: async () => (await import('./decisions.ts')).identity,
  },
  {
    usage: 'identity-documents <établissement> <dossier> <motif>',
    does: 'copie les pièces d’identité dans un dossier ; la lecture est inscrite au journal',
    load: async () => (await import('./decisions.ts')).identityDocuments,
  },
  {
    usage: 'author <texte> <motif>',
    does: 'retrouve qui a publié puis effacé son compte, si KEEP_AUTHORS_MONTHS le garde ; la lecture est inscrite au journal',
    load: async () => (await import('./decisions.ts')).authorCommand,
  },
  {
    usage: 'domain [<nom> on|off <motif>]',
    does: 'liste les noms de domaine, en arrête un pour tous, ou le permet de nouveau',
    load: async () => (await import('./decisions.ts')).domain,
  },
  {
    usage: 'act <numéro> restore',
    does: 'remet en ligne un acte retiré par erreur, dans les 30 jours',
    load: async () => (await import('./decisions.ts')).restoreActCommand,
  },
  {
    usage: 'alert <numéro> stop <motif>',
    does: 'termine une alerte en cours ; les habitants prévenus l’apprennent',
    load: async () => (await import('./decisions.ts')).stopAlertCommand,
  },
  {
    usage: 'alerts <établissement> on|off',
    does: 'suspend l’envoi d’alertes d’une mairie, ou le permet de nouveau',
    load: async () => (await import('./decisions.ts')).switchAlertsCommand,
  },
  {
    usage: 'membership <établissement> freemium|basic|premium|digital',
    does: 'change l’offre d’un établissement',
    load: async () => (await import('./decisions.ts')).membership,
  },
  {
    usage: 'publish-legal terms|privacy|accessibility <fichier> <jour>',
    does: 'publie une version d’un texte légal (HTML), en vigueur ce jour-là ; les anciennes restent lisibles',
    load: async () => (await import('./shared-data.ts')).publishLegalFile,
  },
  {
    usage: 'import-cities',
    does: 'réimporte la liste des villes',
    load: async () => (await import('./shared-data.ts')).importCitiesCommand,
  },
  {
    usage: 'import-icons',
    does: 'réimporte les icônes des services municipaux',
    load: async () => (await import('./shared-data.ts')).importIconsCommand,
  },
  {
    usage: 'troubles',
    does: 'montre les notifications qui ne sont pas toutes parties et les tâches abandonnées',
    load: async () => (await import('./decisions.ts')).troubles,
  },
  {
    usage: 'backup <dossier>',
    does: 'copie la base et les fichiers dans un dossier vide',
    load: async () => (await import('./backup.ts')).backup,
  },
  {
    usage: 'restore <dossier>',
    does: 'rétablit une copie dans une base neuve',
    asOwner: true,
    load: async () => (await import('./backup.ts')).restore,
  },
]
