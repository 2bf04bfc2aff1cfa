import { conflict, forbidden, outage, type Refusals } from '../kernel/refusal.ts'

/** Refusals of the residents' door (residents.md sections 7 and 9). */
export const siteRefusals = {
  'site.proof_needed': forbidden('PROOF_NEEDED', 'Vérification… quelques secondes, sans rien à faire.'),
  'site.phone_needed': forbidden(
    'PHONE_NEEDED',
    'Pour continuer, confirmez un numéro de mobile. Il ne sera pas montré au commerce.',
  ),
  'site.wait_for_answer': forbidden(
    'WAIT_FOR_ANSWER',
    'Vous avez écrit trois fois. Le commerce n’a pas encore répondu : vous pourrez écrire de nouveau après sa réponse.',
  ),
  'site.picture_not_yet': forbidden(
    'PICTURE_NOT_YET',
    'Vous pourrez envoyer une photo quand le commerce vous aura répondu.',
  ),
  'site.code_limit': forbidden('CODE_LIMIT', 'Vous avez déjà vingt codes : réutilisez-en un, ou renommez-le.'),
  'site.phone_of_owner': conflict('PHONE_OF_OWNER', 'Connectez-vous d’abord au portail professionnel.'),
  'site.transfer_expired': forbidden(
    'TRANSFER_EXPIRED',
    'Ce code ne sert plus. Demandez-en un autre sur l’autre téléphone.',
  ),
  'site.email_unavailable': outage('EMAIL_UNAVAILABLE', 'L’envoi d’e-mails n’est pas en service ici.'),
} satisfies Refusals

/** What TOKEN_NOT_FOUND and SESSION_UNKNOWN say on a site without accounts, where nobody can « se connecter ». */
export const unknownDevice = {
  elsewhere:
    'Rien de tel sur cet appareil. Si ce message, cette commande ou cette place est à vous, retrouvez-le depuis l’autre appareil, ou par votre numéro.',
  retired:
    'Cet appareil n’est plus reconnu\u00a0: il a été retiré, ou tout a été effacé. Envoyez de nouveau pour repartir de zéro.',
}
