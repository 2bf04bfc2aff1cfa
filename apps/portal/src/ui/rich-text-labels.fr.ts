import type { RichTextEditorLabels } from '@mantine/tiptap'

/** The words of the rich text toolbar. */
export const richTextLabels: Partial<RichTextEditorLabels> = {
  boldControlLabel: 'Gras',
  italicControlLabel: 'Italique',
  underlineControlLabel: 'Souligné',
  h3ControlLabel: 'Sous-titre',
  bulletListControlLabel: 'Liste à puces',
  orderedListControlLabel: 'Liste numérotée',
  linkControlLabel: 'Ajouter un lien',
  unlinkControlLabel: 'Retirer le lien',
  undoControlLabel: 'Annuler',
  redoControlLabel: 'Rétablir',
  linkEditorInputLabel: 'Adresse du lien',
  linkEditorInputPlaceholder: 'https://exemple.fr/',
  linkEditorExternalLink: 'Ouvrir le lien dans un nouvel onglet',
  linkEditorInternalLink: 'Ouvrir le lien dans le même onglet',
  linkEditorSave: 'Enregistrer',
}
