import {
  absent,
  conflict,
  failure,
  forbidden,
  invalid,
  methodNotAllowed,
  outage,
  type Refusals,
  tooLarge,
  tooMany,
  unauthenticated,
  unsupported,
} from './refusal.ts'
import { serverErrorText } from './server-error-text.fr.ts'

/** Refusals of any call, whatever its subject (api.md section 1, "Common errors"). */
export const requestRefusals = {
  'request.validation': invalid('VALIDATION', 'Certaines données sont invalides, merci de les vérifier'),
  'request.bad_json': invalid('BAD_JSON', 'Les données envoyées sont illisibles'),
  'request.token_not_found': unauthenticated('TOKEN_NOT_FOUND', 'Merci de vous connecter'),
  'request.session_unknown': unauthenticated('SESSION_UNKNOWN', 'Votre session a expiré, merci de vous reconnecter'),
  'request.forbidden': forbidden('FORBIDDEN', 'Vous n’avez pas accès à cette page'),
  'request.role_forbidden': forbidden(
    'ROLE_FORBIDDEN',
    'Votre rôle ne permet pas cette action. Demandez à un responsable.',
  ),
  'request.link_expired': forbidden('LINK_EXPIRED', 'Ce lien a expiré, merci de recharger la page'),
  'request.not_found': absent('NOT_FOUND', 'Page introuvable'),
  'request.method_not_allowed': methodNotAllowed('METHOD_NOT_ALLOWED', 'Cette action n’existe pas'),
  'request.idempotency_mismatch': conflict(
    'IDEMPOTENCY_MISMATCH',
    'Cette action a déjà été envoyée avec d’autres données',
  ),
  'request.idempotency_in_progress': conflict('IDEMPOTENCY_IN_PROGRESS', 'Cette action est déjà en cours'),
  'request.payload_too_large': tooLarge(
    'PAYLOAD_TOO_LARGE',
    'L’envoi est trop volumineux (60 Mo maximum, dont 256 ko de texte)',
  ),
  'request.storage_full': tooLarge(
    'PAYLOAD_TOO_LARGE',
    'L’espace réservé à vos photos est plein : supprimez des photos dont vous n’avez plus besoin, ou contactez l’équipe',
  ),
  'request.unsupported_media_type': unsupported('UNSUPPORTED_MEDIA_TYPE', 'Ce format d’envoi n’est pas accepté'),
  'request.over_sized_image': unsupported('over_sized_image_error', "L'image est trop volumineuse (10 Mo maximum)"),
  'request.unreadable_image': unsupported(
    'unreadable_image',
    'Cette image est illisible : choisissez une photo JPEG, PNG ou WebP',
  ),
  'request.infected_file': unsupported(
    'unreadable_image',
    'Ce fichier est refusé : notre antivirus l’a jugé dangereux',
  ),
  'request.too_many_attempts': tooMany('TOO_MANY_ATTEMPTS', "Trop de tentatives, merci de contacter l'équipe"),
  'request.server_error': failure('SERVER_ERROR', serverErrorText),
  'request.upstream_unavailable': outage(
    'UPSTREAM_UNAVAILABLE',
    'Le service est momentanément indisponible, merci de réessayer',
  ),
} satisfies Refusals
