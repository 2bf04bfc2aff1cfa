import '@mantine/tiptap/styles.layer.css'
import { Link, type RichTextEditorLabels, RichTextEditor as Toolkit } from '@mantine/tiptap'
import { useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect } from 'react'
import type { ControlProps } from './field.tsx'
import { Mantine } from './mantine.tsx'
import styles from './rich-text-editor.module.css'

type RichTextEditorProps = {
  control: ControlProps
  label: string
  value: string
  onChange: (html: string) => void
  placeholder: string | undefined
}

const extensions = [
  StarterKit.configure({ link: false, code: false, codeBlock: false, horizontalRule: false, heading: { levels: [3] } }),
  Link.configure({ protocols: ['http', 'https', 'mailto', 'tel'], defaultProtocol: 'https' }),
]

/** The editor behind RichTextField; loaded on demand. */
export function RichTextEditor({ control, label, value, onChange, placeholder }: RichTextEditorProps) {
  const editor = useEditor({
    extensions,
    content: value,
    editable: !control.disabled,
    // Its style sheet is in our own CSS: the content policy likes no style element.
    injectCSS: false,
    shouldRerenderOnTransaction: true,
    onUpdate: (update) => onChange(update.editor.isEmpty ? '' : update.editor.getHTML()),
    editorProps: { attributes: attributesOf(control, label) },
  })

  // Sets a value that was not typed: loaded late, or reset.
  useEffect(() => {
    if (editor.isDestroyed || !editor.schema) return
    const shown = editor.isEmpty ? '' : editor.getHTML()
    if (shown !== value) editor.commands.setContent(value, { emitUpdate: false })
  }, [editor, value])

  return (
    <Mantine>
      <Toolkit
        editor={editor}
        labels={richTextLabels}
        className={styles.editor}
        data-invalid={control['aria-invalid']}
        withCodeHighlightStyles={false}
      >
        <Toolkit.Toolbar className={styles.toolbar}>
          <Toolkit.ControlsGroup>
            <Toolkit.Bold />
            <Toolkit.Italic />
            <Toolkit.Underline />
          </Toolkit.ControlsGroup>
          <Toolkit.ControlsGroup>
            <Toolkit.H3 />
            <Toolkit.BulletList />
            <Toolkit.OrderedList />
          </Toolkit.ControlsGroup>
          <Toolkit.ControlsGroup>
            <Toolkit.Link />
            <Toolkit.Unlink />
          </Toolkit.ControlsGroup>
          <Toolkit.ControlsGroup>
            <Toolkit.Undo />
            <Toolkit.Redo />
          </Toolkit.ControlsGroup>
        </Toolkit.Toolbar>
        <div className={styles.place}>
          {editor.isEmpty && placeholder ? <p className={styles.placeholder}>{placeholder}</p> : null}
          <Toolkit.Content className={styles.content} />
        </div>
      </Toolkit>
    </Mantine>
  )
}

function attributesOf(control: ControlProps, label: string): Record<string, string> {
  const attributes: Record<string, string> = {
    id: control.id,
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-label': label,
    'data-control': '',
  }
  const described = control['aria-describedby']
  if (described) attributes['aria-describedby'] = described
  if (control['aria-invalid']) attributes['aria-invalid'] = 'true'
  if (control['aria-required']) attributes['aria-required'] = 'true'
  return attributes
}

/** The words of the rich text toolbar. */
const richTextLabels: Partial<RichTextEditorLabels> = {
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
