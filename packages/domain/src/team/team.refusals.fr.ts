import { absent, conflict, type Refusals } from '../kernel/refusal.ts'

export const teamRefusals = {
  'team.invitation_not_found': absent(
    'INVITATION_NOT_FOUND',
    'Cette invitation n’est plus valable. Demandez-en une nouvelle.',
  ),
  'team.member_not_found': absent('MEMBER_NOT_FOUND', 'Cette personne n’est plus dans l’équipe.'),
  'team.already_member': conflict('ALREADY_MEMBER', 'Cette personne est déjà dans l’équipe.'),
  'team.full': conflict('TEAM_FULL', 'Une équipe compte 20 personnes au plus, invitations comprises.'),
  'team.last_owner': conflict('LAST_OWNER', 'Il faut au moins un responsable. Nommez-en un autre avant.'),
} satisfies Refusals

/** French sentences of the field keys of the team. */
export const teamFieldTexts = {
  role_error: 'Choisissez un rôle dans la liste',
  until_error: 'Choisissez un jour à venir, dans les cinq ans. Un responsable n’a pas de dernier jour.',
} as const

const maxNameInSms = 30

const looksLikeLink = /:\/\/|www\.|.\.\p{L}{2}/u

/**
 * The SMS of an invitation. The name of the business is its owner's to choose: what reads as a link, an emoji or a control
 * character is left out, and thirty characters are kept.
 */
export function invitationSms(name: string, link: string): string {
  const plain = name
    .split(/\s+/)
    .filter((word) => !looksLikeLink.test(word))
    .join(' ')
    .replace(/[^\p{Script=Latin}\p{Nd}’'& -]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const shown = [...plain].slice(0, maxNameInSms).join('').trim() || 'Un établissement'
  return `${shown} vous invite dans son équipe sur Parvis Pro\u00a0: ${link}`
}

/** News of the team, told to its owners (kind `plan`), and the mails of acts on an owner. */
export const teamTexts = {
  joined: (firstName: string) => `${firstName} a rejoint l’équipe.`,
  left: (firstName: string) => `${firstName} a quitté l’équipe.`,
  ends: (firstName: string, day: string) => `L’accès de ${firstName} se termine le ${day}.`,
  isOwner: (firstName: string, name: string) => `${firstName} est maintenant responsable de ${name}.`,
  isNoOwner: (firstName: string, name: string) => `${firstName} n’est plus responsable de ${name}.`,
} as const
