/** French sentences of the field keys of a report. */
export const reportsFieldTexts = {
  report_form_error: 'Indiquez une adresse, un motif et, si vous en donnez un, un e-mail valable',
  report_text_error: 'Décrivez ce que vous avez vu en 20 caractères au moins',
  good_faith_error: 'Cochez la case : un contenu illicite se signale de bonne foi',
}
