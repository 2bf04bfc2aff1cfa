import { counted } from '@parvis/domain/kernel/french-format'
import { IconPhoto } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { Allowed } from '../../ui/allowed.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import styles from './composer.module.css'
import type { OfferedReply } from './use-quick-replies.ts'

type QuickReplyPickerProps = {
  /** The quick replies that match the typed text; undefined while they load. */
  replies: readonly OfferedReply[] | undefined
  fill: (text: string) => string
  onChoose: (reply: OfferedReply) => void
}

/** Over the composer, by thumb or arrows; choosing fills it and sends nothing. */
export function QuickReplyPicker({ replies, fill, onChoose }: QuickReplyPickerProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const choices = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-choice]')]
    const at = choices.indexOf(document.activeElement as HTMLElement)
    choices[(at + step + choices.length) % choices.length]?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons in it
    <div className={`box ${styles.picker}`} data-testid="quick-replies" onKeyDown={onKeyDown}>
      <p className="visually-hidden" role="status">
        {replies ? counted(replies.length, 'réponse rapide', 'réponses rapides') : ''}
      </p>
      <ul aria-label="Réponses rapides">
        {replies?.map((reply) => (
          <li key={reply.id ?? reply.shortcut}>
            <button type="button" data-choice onClick={() => onChoose(reply)}>
              <strong>/{reply.shortcut}</strong>
              {reply.image ? <IconPhoto size={16} aria-label="avec une photo" /> : null}
              <span className="two-lines soft">{fill(reply.text)}</span>
            </button>
          </li>
        ))}
      </ul>
      {replies?.length === 0 ? <p className="pad-2 soft">Aucune réponse rapide ici.</p> : null}
      <Allowed call="POST /v1/company/:id/quick-replies">
        <LinkButton to="/messages/reglages" variant="quiet" size="small">
          Gérer mes réponses rapides
        </LinkButton>
      </Allowed>
    </div>
  )
}
