import type { Refusals } from '../kernel/refusal.ts'

/** Refusals of the residents' door (residents.md sections 7 and 9). */
export const siteRefusals = {
  'site.proof_needed': { kind: 'forbidden', code: 'PROOF_NEEDED' },
  'site.phone_needed': { kind: 'forbidden', code: 'PHONE_NEEDED' },
  'site.wait_for_answer': { kind: 'forbidden', code: 'WAIT_FOR_ANSWER' },
  'site.picture_not_yet': { kind: 'forbidden', code: 'PICTURE_NOT_YET' },
  'site.code_limit': { kind: 'forbidden', code: 'CODE_LIMIT' },
  'site.phone_of_owner': { kind: 'conflict', code: 'PHONE_OF_OWNER' },
  'site.transfer_expired': { kind: 'forbidden', code: 'TRANSFER_EXPIRED' },
  'site.email_unavailable': { kind: 'unavailable', code: 'EMAIL_UNAVAILABLE' },
} as const satisfies Refusals

export const siteRefusalTexts: Record<keyof typeof siteRefusals, string> = {
  'site.proof_needed': 'Vérification… quelques secondes, sans rien à faire.',
  'site.phone_needed': 'Pour continuer, confirmez un numéro de mobile. Il ne sera pas montré au commerce.',
  'site.wait_for_answer':
    'Vous avez écrit trois fois. Le commerce n’a pas encore répondu : vous pourrez écrire de nouveau après sa réponse.',
  'site.picture_not_yet': 'Vous pourrez envoyer une photo quand le commerce vous aura répondu.',
  'site.code_limit': 'Vous avez déjà vingt codes : réutilisez-en un, ou renommez-le.',
  'site.phone_of_owner': 'Connectez-vous d’abord au portail professionnel.',
  'site.transfer_expired': 'Ce code ne sert plus. Demandez-en un autre sur l’autre téléphone.',
  'site.email_unavailable': 'L’envoi d’e-mails n’est pas en service ici.',
}
