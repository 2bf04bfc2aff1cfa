import { cleanText } from '@parvis/domain/kernel/text'
import { checkMessage } from '@parvis/domain/messages/message-rules'
import { messagesFieldTexts } from '@parvis/domain/messages/messages.refusals.fr'
import { unknownVariables } from '@parvis/domain/messages/variables.fr'
import { IconBolt, IconMoodSmile, IconSend } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { FieldError } from '../../lib/use-form.ts'
import { lazyWindow } from '../../ui/lazy-window.tsx'
import styles from './composer.module.css'
import { PhotoButton, PicturePreview } from './composer-photo.tsx'
import type { Draft } from './message-draft.ts'
import { QuickReplyPicker } from './quick-reply-picker.tsx'
import { matchingReplies, type OfferedReply, type PreparedReplies } from './use-quick-replies.ts'

type ComposerProps = {
  label: string
  draft: Draft
  onWrite: (changes: Partial<Draft>) => void
  /** The text being written; kept until the parent reports that it was sent. */
  onSend: (written: Draft) => void
  error?: FieldError | undefined
  /** Texts to fill it with, by « / » or a button; a message to everyone has none. */
  prepared?: PreparedReplies
  /** Further actions on the written text. */
  tools?: ReactNode
}

/** Text, emoji, image, send; Enter sends, Shift+Enter breaks the line. */
export function Composer({ label, draft, onWrite, onSend, error, prepared, tools }: ComposerProps) {
  const { text, image, reply, isReading } = draft
  const [imageError, setImageError] = useState<FieldError>()
  const input = useRef<HTMLTextAreaElement>(null)
  const fill = prepared?.fill ?? asIs
  const picture = pictureOf(draft)
  const wrong = errorOf(draft)
  const cannotSend = isNothing(draft) || wrong !== undefined || isReading
  const picker = usePicker(text, prepared)
  const write = (next: string) => {
    picker.writing()
    onWrite({ text: next, reply: next === '' && !picture ? undefined : reply })
  }

  const chooseReply = ({ id, text: words, image: itsPicture }: OfferedReply) => {
    const kept = text === '' || text.startsWith('/') ? '' : `${text.trimEnd()}\n`
    onWrite({ text: kept + fill(words), reply: id === undefined ? undefined : { id, image: itsPicture } })
    picker.close()
    input.current?.focus()
  }
  const send = () => {
    if (cannotSend) return
    picker.close()
    onSend({ ...draft, text: text.trim() })
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (picker.onKey(event, chooseReply)) return
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  const onEscape = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Escape' || !picker.isOpen) return
    picker.close()
    input.current?.focus()
  }
  const insert = (emoji: string) => {
    const at = input.current?.selectionStart ?? text.length
    onWrite({ text: text.slice(0, at) + emoji + text.slice(at) })
    input.current?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape belongs to the buttons and the field in it
    <div className={`column ruled ${styles.compose}`} onKeyDown={onEscape}>
      {picker.isOpen ? <QuickReplyPicker replies={picker.matching} fill={fill} onChoose={chooseReply} /> : null}
      <Wrong error={[imageError, wrong, error].find(Boolean)} />
      <PicturePreview
        isReading={isReading}
        image={image}
        picture={picture}
        onRemove={() => onWrite(image ? { image: null } : { reply: reply && { ...reply, isBare: true } })}
      />
      {tools ? (
        <div className={styles.tools}>
          {prepared ? (
            <button type="button" aria-expanded={picker.isOpen} onClick={picker.toggle}>
              <IconBolt size={20} aria-hidden="true" />
              Réponses
            </button>
          ) : null}
          {tools}
        </div>
      ) : null}
      <div className="flex bottom gap-tight">
        <EmojiButton onPick={insert} />
        <PhotoButton isReading={isReading} onWrite={onWrite} onError={setImageError} />
        <textarea
          ref={input}
          className={styles.input}
          rows={1}
          aria-label={label}
          placeholder="Votre message"
          value={text}
          onChange={(event) => write(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <button
          type="button"
          className={`icon-button ${styles.tool} ${styles.send}`}
          disabled={cannotSend}
          aria-busy={isReading}
          onClick={send}
          aria-label="Envoyer"
        >
          <IconSend aria-hidden="true" />
        </button>
      </div>
    </div>
  )
}

const asIs = (text: string) => text

/** The picture of the quick reply, unless the person removed it. */
const pictureOf = ({ reply }: Draft): string | null => (reply?.isBare ? null : (reply?.image ?? null))

const isNothing = (draft: Draft) => draft.text.trim() === '' && !draft.image && !pictureOf(draft)

function Wrong({ error }: { error: FieldError | undefined }) {
  if (!error) return null
  return (
    <p className="red" role="alert" data-error={error.key}>
      {error.text}
    </p>
  )
}

/** What keeps it from leaving: too long, or a variable that exists nowhere in a prepared text. */
function errorOf({ text, image, reply }: Draft): FieldError | undefined {
  if (checkMessage({ text: cleanText(text, { multiline: true }), hasImage: image !== null }) === 'too_long')
    return { key: 'message_too_long', text: messagesFieldTexts.message_too_long }
  const unknown = reply ? unknownVariables(text) : []
  if (unknown.length === 0) return undefined
  return { key: 'unknown_variable', text: `Remplacez ou retirez ${unknown.join(', ')} avant d’envoyer` }
}

/** The quick replies, opened by « / » at the start or by the button, closed by Escape, which leaves what was typed. */
function usePicker(text: string, prepared: PreparedReplies | undefined) {
  const [asked, setAsked] = useState<'button' | 'closed'>()
  const isSlash = text.startsWith('/')
  const isOpen = prepared !== undefined && (asked === 'button' || (isSlash && asked !== 'closed'))
  const matching = prepared?.list && matchingReplies(prepared.list, isSlash ? text.slice(1) : '')
  return {
    isOpen,
    matching,
    toggle: () => setAsked(isOpen ? 'closed' : 'button'),
    close: () => setAsked('closed'),
    /** Opened by the button, it would hide the conversation while another text is written. */
    writing: () => setAsked((how) => (how === 'button' ? undefined : how)),
    /** Returns true when the picker has handled the key. */
    onKey: (event: KeyboardEvent<HTMLTextAreaElement>, choose: (reply: OfferedReply) => void): boolean => {
      // A new « / » opens it again.
      if (event.key === '/' && text === '') setAsked(undefined)
      if (!isOpen) return false
      const [first] = matching ?? []
      if (event.key === 'Enter' && isSlash && first) choose(first)
      else if (event.key === 'ArrowDown') focusFirst(event.currentTarget)
      else return false
      event.preventDefault()
      return true
    },
  }
}

function focusFirst(input: HTMLElement): void {
  input.closest(`.${styles.compose}`)?.querySelector<HTMLElement>('[data-choice]')?.focus()
}

const EmojiPicker = lazyWindow(() => import('./emoji-picker.tsx').then((it) => it.EmojiPicker))

/** Opens the emoji picker over the composer; it stays open for several. */
function EmojiButton({ onPick }: { onPick: (emoji: string) => void }) {
  const [isOpen, setOpen] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isOpen) return undefined
    const leave = (event: Event) => {
      const isInside = event.target instanceof Node && frame.current?.contains(event.target)
      if (event instanceof KeyboardEvent ? event.key === 'Escape' : !isInside) setOpen(false)
    }
    for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, leave)
    return () => {
      for (const kind of ['pointerdown', 'keydown']) removeEventListener(kind, leave)
    }
  }, [isOpen])
  return (
    <div ref={frame} className={styles.anchor}>
      <button
        type="button"
        className={`icon-button ${styles.tool}`}
        aria-label="Choisir un emoji"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <IconMoodSmile aria-hidden="true" />
      </button>
      {isOpen ? (
        <div className={styles.emojis} data-testid="emoji-picker">
          <EmojiPicker onPick={onPick} onClose={() => setOpen(false)} />
        </div>
      ) : null}
    </div>
  )
}
