import type { Command } from './command.ts'

/** `asOwner`: works as the role that owns the tables, not as the one that serves. */
export type CommandEntry = { usage: string; does: string; asOwner?: true; load: () => Promise<Command> }

/** Every operator command; each one is read only when it is asked for, so that the tool starts fast. */
export const commands: readonly CommandEntry[] = [
  {
    usage: 'super-admin <téléphone> on|off',
    does: 'donne ou retire les droits de super-administrateur',
    load: async () => (await import('./super-admin.ts')).superAdmin,
  },
  {
    usage: 'block-phone <téléphone> on|off',
    does: 'bloque un numéro et ferme ses sessions, ou le débloque',
    load: async () => (await import('./block-phone.ts')).blockPhone,
  },
  {
    usage: 'block-discussion <uuid> on|off',
    does: 'bloque ou débloque une conversation',
    load: async () => (await import('./block-discussion.ts')).blockDiscussion,
  },
  {
    usage: 'suspend <établissement> on|off <motif>',
    does: 'retire un établissement de la vue des habitants, ou l’y remet ; rien n’est effacé',
    load: async () => (await import('./suspend.ts')).suspend,
  },
  {
    usage: 'identity <établissement> pending|verified|refused',
    does: 'décide des pièces d’identité d’un établissement',
    load: async () => (await import('./identity.ts')).identity,
  },
  {
    usage: 'identity-documents <établissement> <dossier> <motif>',
    does: 'copie les pièces d’identité dans un dossier ; la lecture est inscrite au journal',
    load: async () => (await import('./identity-documents.ts')).identityDocuments,
  },
  {
    usage: 'domain [<nom> on|off <motif>]',
    does: 'liste les noms de domaine, en arrête un pour tous, ou le permet de nouveau',
    load: async () => (await import('./domain.ts')).domain,
  },
  {
    usage: 'membership <établissement> freemium|basic|premium|digital',
    does: 'change l’offre d’un établissement',
    load: async () => (await import('./membership.ts')).membership,
  },
  {
    usage: 'publish-legal terms|privacy|accessibility <fichier> <jour>',
    does: 'publie une version d’un texte légal (HTML), en vigueur ce jour-là ; les anciennes restent lisibles',
    load: async () => (await import('./publish-legal.ts')).publishLegalFile,
  },
  {
    usage: 'import-cities',
    does: 'réimporte la liste des villes',
    load: async () => (await import('./import-cities.ts')).importCities,
  },
  {
    usage: 'import-icons',
    does: 'réimporte les icônes des services municipaux',
    load: async () => (await import('./import-icons.ts')).importIcons,
  },
  {
    usage: 'troubles',
    does: 'montre les notifications qui ne sont pas toutes parties et les tâches abandonnées',
    load: async () => (await import('./troubles.ts')).troubles,
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
    load: async () => (await import('./restore.ts')).restore,
  },
]
