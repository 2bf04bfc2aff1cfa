import type { requestRefusals } from './request.refusals.ts'
import { serverErrorText } from './server-error-text.fr.ts'

export const requestRefusalTexts: Record<keyof typeof requestRefusals, string> = {
  'request.validation': 'Certaines données sont invalides, merci de les vérifier',
  'request.bad_json': 'Les données envoyées sont illisibles',
  'request.token_not_found': 'Merci de vous connecter',
  'request.session_unknown': 'Votre session a expiré, merci de vous reconnecter',
  'request.forbidden': 'Vous n’avez pas accès à cette page',
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
