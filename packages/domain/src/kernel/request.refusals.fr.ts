import type { Refusals } from './refusal.ts'
import { serverErrorText } from './server-error-text.fr.ts'

/** Refusals of any call, whatever its subject (api.md section 1, "Common errors"). */
export const requestRefusals = {
  'request.validation': { kind: 'invalid', code: 'VALIDATION' },
  'request.bad_json': { kind: 'invalid', code: 'BAD_JSON' },
  'request.token_not_found': { kind: 'unauthenticated', code: 'TOKEN_NOT_FOUND' },
  'request.session_unknown': { kind: 'unauthenticated', code: 'SESSION_UNKNOWN' },
  'request.forbidden': { kind: 'forbidden', code: 'FORBIDDEN' },
  'request.role_forbidden': { kind: 'forbidden', code: 'ROLE_FORBIDDEN' },
  'request.link_expired': { kind: 'forbidden', code: 'LINK_EXPIRED' },
  'request.not_found': { kind: 'not-found', code: 'NOT_FOUND' },
  'request.method_not_allowed': { kind: 'method-not-allowed', code: 'METHOD_NOT_ALLOWED' },
  'request.idempotency_mismatch': { kind: 'conflict', code: 'IDEMPOTENCY_MISMATCH' },
  'request.idempotency_in_progress': { kind: 'conflict', code: 'IDEMPOTENCY_IN_PROGRESS' },
  'request.payload_too_large': { kind: 'too-large', code: 'PAYLOAD_TOO_LARGE' },
  'request.storage_full': { kind: 'too-large', code: 'PAYLOAD_TOO_LARGE' },
  'request.unsupported_media_type': { kind: 'unsupported', code: 'UNSUPPORTED_MEDIA_TYPE' },
  'request.over_sized_image': { kind: 'unsupported', code: 'over_sized_image_error' },
  'request.unreadable_image': { kind: 'unsupported', code: 'unreadable_image' },
  'request.infected_file': { kind: 'unsupported', code: 'unreadable_image' },
  'request.too_many_attempts': { kind: 'too-many', code: 'TOO_MANY_ATTEMPTS' },
  'request.server_error': { kind: 'failure', code: 'SERVER_ERROR' },
  'request.upstream_unavailable': { kind: 'unavailable', code: 'UPSTREAM_UNAVAILABLE' },
} as const satisfies Refusals

export const requestRefusalTexts: Record<keyof typeof requestRefusals, string> = {
  'request.validation': 'Certaines données sont invalides, merci de les vérifier',
  'request.bad_json': 'Les données envoyées sont illisibles',
  'request.token_not_found': 'Merci de vous connecter',
  'request.session_unknown': 'Votre session a expiré, merci de vous reconnecter',
  'request.forbidden': 'Vous n’avez pas accès à cette page',
  'request.role_forbidden': 'Votre rôle ne permet pas cette action. Demandez à un responsable.',
  'request.link_expired': 'Ce lien a expiré, merci de recharger la page',
  'request.not_found': 'Page introuvable',
  'request.method_not_allowed': 'Cette action n’existe pas',
  'request.idempotency_mismatch': 'Cette action a déjà été envoyée avec d’autres données',
  'request.idempotency_in_progress': 'Cette action est déjà en cours',
  'request.payload_too_large': 'L’envoi est trop volumineux (60 Mo maximum)',
  'request.storage_full':
    'L’espace réservé à vos photos est plein : supprimez des photos dont vous n’avez plus besoin, ou contactez l’équipe',
  'request.unsupported_media_type': 'Ce format d’envoi n’est pas accepté',
  'request.over_sized_image': "L'image est trop volumineuse (10 Mo maximum)",
  'request.unreadable_image': 'Cette image est illisible : choisissez une photo JPEG, PNG ou WebP',
  'request.infected_file': 'Ce fichier est refusé : notre antivirus l’a jugé dangereux',
  'request.too_many_attempts': "Trop de tentatives, merci de contacter l'équipe",
  'request.server_error': serverErrorText,
  'request.upstream_unavailable': 'Le service est momentanément indisponible, merci de réessayer',
}
