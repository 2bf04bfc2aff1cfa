import type { siteRefusals } from './site.refusals.ts'

export const siteRefusalTexts: Record<keyof typeof siteRefusals, string> = {
  'site.proof_needed': 'Vérification… quelques secondes, sans rien à faire.',
  'site.phone_needed': 'Pour continuer, confirmez un numéro de mobile. Il ne sera pas montré au commerce.',
  'site.wait_for_answer':
    'Vous avez écrit trois fois. Le commerce n’a pas encore répondu : vous pourrez écrire de nouveau après sa réponse.',
  'site.picture_not_yet': 'Vous pourrez envoyer une photo quand le commerce vous aura répondu.',
  'site.code_limit': 'Vous avez déjà vingt codes : réutilisez-en un, ou renommez-le.',
  'site.phone_of_owner': 'Connectez-vous d’abord au portail professionnel.',
  'site.transfer_expired': 'Ce code ne sert plus. Demandez-en un autre sur l’autre téléphone.',
}
