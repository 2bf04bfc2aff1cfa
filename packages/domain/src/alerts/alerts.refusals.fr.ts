import { absent, conflict, forbidden, type Refusals, tooMany } from '../kernel/refusal.ts'

export const alertsRefusals = {
  'alerts.not_found': absent('ALERT_NOT_FOUND', 'Cette alerte est introuvable.'),
  'alerts.already_sent': conflict('ALREADY_SENT', 'Cette alerte est déjà partie.'),
  'alerts.proof_required': forbidden(
    'ALERT_PROOF_REQUIRED',
    'Confirmez l’envoi\u00a0: un collègue, votre clé d’accès ou un code par SMS.',
  ),
  'alerts.too_many_waiting': tooMany(
    'TOO_MANY_ATTEMPTS',
    'Trop d’alertes attendent d’être envoyées. Effacez-en une, puis recommencez.',
  ),
  'alerts.too_many_sent': tooMany(
    'TOO_MANY_ATTEMPTS',
    'Trop d’envois en 24 heures. Affichez et téléphonez, ou réessayez plus tard.',
  ),
  'alerts.off': forbidden('ALERTS_OFF', 'L’envoi d’alertes est suspendu. Écrivez à {supportEmail}.'),
} satisfies Refusals

export const alertsFieldTexts = {
  alert_level_error: 'Choisissez vigilance ou danger.',
  alert_title_error: 'Le titre a de 6 à 80 caractères.',
  alert_text_error: 'Le texte a de 10 à 600 caractères.',
  alert_until_error: 'L’alerte dure de 15 minutes à 72 heures (danger) ou 7 jours (vigilance).',
  alert_link_error: 'Pas d’adresse web ici, sauf en .gouv.fr.',
  alert_confirmation_error: 'Recopiez le nom de la commune.',
  alert_end_error: 'Le texte de fin a 300 caractères au plus.',
} as const satisfies Record<string, string>

export type AlertFieldKey = keyof typeof alertsFieldTexts

/** The sentences that residents and the team of a hall read of alerts. */
export const alertTexts = {
  honest: 'Cette alerte ne remplace ni les sirènes ni FR-Alert. En danger immédiat, appelez le 112 ou le 18.',
  sent: (who: string, level: string, title: string) =>
    `${who} a envoyé une alerte «\u00a0${level}\u00a0»\u00a0: ${title}. Une erreur\u202f? Terminez-la.`,
  ended: (who: string, title: string) => `${who} a terminé l’alerte\u00a0: ${title}.`,
  end: (title: string) => `Fin de l’alerte\u00a0: ${title}`,
} as const
