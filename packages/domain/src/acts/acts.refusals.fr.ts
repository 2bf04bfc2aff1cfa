import { absent, conflict, type Refusals, unsupported } from '../kernel/refusal.ts'

export const actsRefusals = {
  'acts.not_found': absent('ACT_NOT_FOUND', 'Cet acte est introuvable.'),
  'acts.exists': conflict('ACT_EXISTS', 'Cet acte est déjà en ligne. Pour le corriger, remplacez-le.'),
  'acts.replaced': conflict('ACT_REPLACED', 'Cet acte a déjà été remplacé. Remplacez sa dernière version.'),
  'acts.unreadable_pdf': unsupported(
    'unreadable_pdf_error',
    'Ce fichier n’est pas un PDF lisible, ou il contient du code ou une pièce jointe.',
  ),
  'acts.over_sized_pdf': unsupported('over_sized_pdf_error', 'Ce document dépasse 20\u00a0Mo.'),
} satisfies Refusals

export const actsFieldTexts = {
  unreadable_pdf_error: actsRefusals['acts.unreadable_pdf'].text,
  over_sized_pdf_error: actsRefusals['acts.over_sized_pdf'].text,
  act_kind_error: 'Choisissez la nature de l’acte.',
  act_number_error: 'Le numéro a 40 caractères au plus\u00a0: lettres, chiffres, espaces et . / _ -',
  act_number_required_error: 'Une délibération a un numéro.',
  act_title_error: 'Écrivez l’objet de l’acte, de 6 à 255 caractères.',
  act_date_error: 'Indiquez la date de l’acte, aujourd’hui au plus tard.',
  act_author_error: 'Indiquez le prénom et le nom de l’auteur.',
  act_quality_error: 'Indiquez sa qualité, par exemple «\u00a0Maire\u00a0».',
  act_matter_error: 'Choisissez la matière de la délibération.',
  act_text_error: 'La version texte a 300\u00a0000 caractères au plus.',
  act_supersedes_error: 'L’acte à remplacer n’est pas reconnu.',
  act_reason_error: 'Indiquez le motif du retrait, de 10 à 300 caractères.',
} as const satisfies Record<string, string>

export type ActFieldKey = keyof typeof actsFieldTexts
