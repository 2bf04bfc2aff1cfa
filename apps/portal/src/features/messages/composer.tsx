import { cleanText } from '@parvis/domain/kernel/text'
import { checkMessage } from '@parvis/domain/messages/message-rules'
import { messagesFieldTexts } from '@parvis/domain/messages/messages.field-texts.fr'
import { IconPhoto, IconSend, IconX } from '@tabler/icons-react'
import { type ChangeEvent, type KeyboardEvent, useRef, useState } from 'react'
import type { FieldError } from '../../lib/use-form.ts'
import { checkChosenImage } from './chosen-image.ts'
import { EmojiButton } from './emoji-button.tsx'
import styles from './thread.module.css'
import type { Draft } from './use-draft.ts'
import { useObjectUrl } from './use-object-url.ts'

type ComposerProps = {
  label: string
  draft: Draft
  onWrite: (draft: Draft) => void
  /** What to send; it stays written until the parent says that it left. */
  onSend: (written: Draft) => void
  error?: FieldError | undefined
  isSending?: boolean
}

const tooLong = { key: 'message_too_long', text: messagesFieldTexts.message_too_long }

/** Text, emoji, image, send; Enter sends, Shift+Enter breaks the line (M-008 to M-012, M-037). */
export function Composer({ label, draft, onWrite, onSend, error, isSending = false }: ComposerProps) {
  const { text, image } = draft
  const [imageError, setImageError] = useState<FieldError>()
  const input = useRef<HTMLTextAreaElement>(null)
  const preview = useObjectUrl(image)
  const isEmpty = text.trim() === '' && !image
  const isTooLong =
    checkMessage({ text: cleanText(text, { multiline: true }), hasImage: image !== null }) === 'too_long'
  const shown = imageError ?? (isTooLong ? tooLong : error)

  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.currentTarget.files?.[0]
    event.currentTarget.value = ''
    if (!file) return
    const refused = checkChosenImage(file)
    setImageError(refused)
    if (!refused) onWrite({ ...draft, image: file })
  }
  const send = () => {
    if (isEmpty || isTooLong || isSending) return
    onSend({ text: text.trim(), image })
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  const insert = (emoji: string) => {
    const at = input.current?.selectionStart ?? text.length
    onWrite({ ...draft, text: text.slice(0, at) + emoji + text.slice(at) })
    input.current?.focus()
  }

  return (
    <div className={styles.compose}>
      {shown ? (
        <p className={styles.error} role="alert" data-error={shown.key}>
          {shown.text}
        </p>
      ) : null}
      {preview ? (
        <div className={styles.preview}>
          <img src={preview} alt="À envoyer" />
          <button
            type="button"
            className={styles.remove}
            aria-label="Retirer l’image"
            onClick={() => onWrite({ ...draft, image: null })}
          >
            <IconX size={20} aria-hidden="true" />
          </button>
        </div>
      ) : null}
      <div className={styles.row}>
        <EmojiButton onPick={insert} />
        <label className={styles.tool} title="Joindre une image">
          <IconPhoto aria-hidden="true" />
          <span className="visually-hidden">Joindre une image</span>
          <input type="file" className="visually-hidden" accept="image/jpeg,image/png,image/webp" onChange={choose} />
        </label>
        <textarea
          ref={input}
          className={styles.input}
          rows={1}
          aria-label={label}
          placeholder="Votre message"
          value={text}
          onChange={(event) => onWrite({ ...draft, text: event.currentTarget.value })}
          onKeyDown={onKeyDown}
        />
        <button
          type="button"
          className={`${styles.tool} ${styles.send}`}
          disabled={isEmpty || isTooLong || isSending}
          onClick={send}
          aria-label="Envoyer"
        >
          <IconSend aria-hidden="true" />
        </button>
      </div>
    </div>
  )
}
