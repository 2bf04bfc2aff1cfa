import { dateAt, parisDayNumber } from '@parvis/domain/kernel/paris-days'
import { capitalise } from '@parvis/domain/kernel/text'
import type { ResidentMessage } from '@parvis/domain/messages/messages.contract'
import type { PrivateContent } from '@parvis/domain/site/private-page'
import { clockText, relativeDay } from '@parvis/domain/site/when.fr'
import { AskFirst, FirstNameField, Form, InputField, LongField } from '../parts/form.tsx'

type Of<K extends PrivateContent['kind']> = { content: Extract<PrivateContent, { kind: K }> }

export function WritePage({ content }: Of<'write'>) {
  const { company } = content
  return (
    <section className="write">
      <h1>Écrire à {company.name}</h1>
      <p>{company.name} verra votre prénom si vous le donnez, rien d’autre. Sa réponse arrivera ici.</p>
      <Form
        action={`/v1/site/companies/${content.companyId}/messages`}
        kind="message"
        isOnce
        data-draft={`ecrire ${content.companyId}`}
        button="Envoyer"
      >
        <LongField name="message" label="Votre message" required rows={6} />
        <FirstNameField value={content.firstName} />
        <label className="check" data-only-push="" hidden>
          <input type="checkbox" name="tell" value="1" data-tell="" /> M’avertir de la réponse
        </label>
      </Form>
      <p>
        <a href={company.href}>Retour à la fiche</a>
      </p>
    </section>
  )
}

export function Conversation({ content }: Of<'conversation'>) {
  const { uuid: id, companyId, isBlocked } = content.conversation
  return (
    <section className="conversation" data-conversation={id}>
      <h1>
        <a href={content.company.href}>{content.company.name}</a>
      </h1>
      {content.earlier ? (
        <a className="quiet" href={content.earlier}>
          Messages précédents
        </a>
      ) : null}
      <div className="thread" role="log" aria-label="Messages" data-thread="">
        {content.messages.map((message, at) => (
          <div key={message.id}>
            {isSameDay(message, content.messages[at - 1]) ? null : (
              <p className="date">{dayText(message, content.now)}</p>
            )}
            <Bubble message={message} isMine={message.senderId !== companyId} />
          </div>
        ))}
      </div>
      {content.later ? (
        <a className="quiet" href={content.later}>
          Derniers messages
        </a>
      ) : isBlocked ? (
        <p className="empty">Cette conversation est bloquée</p>
      ) : (
        <ReplyForm content={content} />
      )}
      <div className="row acts">
        <Form
          action={`/v1/site/conversations/${id}/${isBlocked ? 'unblock' : 'block'}`}
          kind="reread"
          button={isBlocked ? 'Débloquer' : 'Bloquer'}
          look="quiet"
        />
        <a className="quiet" href={`/signaler?adresse=${encodeURIComponent(`/mes-messages/${id}`)}`}>
          Signaler
        </a>
        <AskFirst ask="Effacer la conversation" keep="Garder la conversation">
          <Form
            action={`/v1/site/conversations/${id}`}
            method="DELETE"
            kind="end-conversation"
            isOnce
            button="Effacer tous ces messages"
            look="second danger"
          />
        </AskFirst>
      </div>
    </section>
  )
}

/** At the end of the conversation alone: what is sent shows above it. */
function ReplyForm({ content: { conversation, awaiting } }: Of<'conversation'>) {
  return (
    <Form
      action={`/v1/site/conversations/${conversation.uuid}/messages`}
      kind="reply"
      isOnce
      data-draft={`fil ${conversation.uuid}`}
      encType={awaiting ? undefined : 'multipart/form-data'}
      button="Envoyer"
    >
      <LongField name="message" label="Votre message" required={awaiting !== null} rows={3} />
      <div data-photo="">
        {awaiting ? (
          <p className="note">{awaiting}</p>
        ) : (
          <InputField name="image" label="Une photo (facultatif)" type="file" accept="image/*" />
        )}
      </div>
    </Form>
  )
}

const dayOf = ({ sendAt }: ResidentMessage): number => parisDayNumber(Date.parse(sendAt))
const isSameDay = (message: ResidentMessage, former: ResidentMessage | undefined): boolean =>
  former !== undefined && dayOf(message) === dayOf(former)
const dayText = ({ sendAt }: ResidentMessage, now: number): string =>
  capitalise(relativeDay(dateAt(Date.parse(sendAt)), dateAt(now)))

function Bubble({ message, isMine }: { message: ResidentMessage; isMine: boolean }) {
  return (
    <div className={isMine ? 'bubble mine' : 'bubble'}>
      {message.message ? <p className="lines">{message.message}</p> : null}
      {message.image ? <img src={message.image} alt="Jointe au message" loading="lazy" /> : null}
      {message.order ? <a href={`/mes-commandes/${message.order.id}`}>Voir ma commande</a> : null}
      <small>
        {clockText({ epochMilliseconds: Date.parse(message.sendAt) })}
        {isMine ? ' · Envoyé' : ''}
        {message.automatic ? ' · Réponse automatique' : ''}
      </small>
    </div>
  )
}
