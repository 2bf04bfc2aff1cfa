import type { PrivateContent } from '@parvis/domain/site/private-page'
import { AskFirst, ErrorLine, FirstNameField, Form, InputField, LongField } from '../parts/form.tsx'

type Of<K extends PrivateContent['kind']> = { content: Extract<PrivateContent, { kind: K }> }

export function WritePage({ content }: Of<'write'>) {
  const { company } = content
  return (
    <section className="write">
      <h1>Écrire à {company.name}</h1>
      <p>{company.name} verra votre prénom si vous le donnez, rien d’autre. Sa réponse arrivera ici.</p>
      <ErrorLine error={content.error} />
      <Form
        action={`/v1/site/companies/${content.companyId}/messages`}
        kind="message"
        data-draft={`ecrire ${content.companyId}`}
        button="Envoyer"
      >
        <LongField name="message" label="Votre message" required rows={6} defaultValue={content.text} />
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

export function Conversations({ content }: Of<'conversations'>) {
  return (
    <section>
      <h1>Mes messages</h1>
      {content.conversations.length === 0 ? (
        <p className="empty">Vous n’avez encore écrit à personne.</p>
      ) : (
        <ul className="lines-list">
          {content.conversations.map((line) => (
            <li key={line.href}>
              <div>
                <a href={line.href}>{line.name}</a>
                {line.unread > 0 ? <strong className="word">{line.unread} à lire</strong> : null}
                <p className="line">
                  {line.when} · {line.excerpt}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

export function Conversation({ content }: Of<'conversation'>) {
  return (
    <section className="conversation" data-conversation={content.id}>
      <h1>
        <a href={content.company.href}>{content.company.name}</a>
      </h1>
      <div className="thread" role="log" aria-label="Messages" data-thread="">
        {content.messages.map((message) => (
          <div key={message.id}>
            {message.heading ? <p className="date">{message.heading}</p> : null}
            <div className={message.isMine ? 'bubble mine' : 'bubble'}>
              {message.text ? <p className="lines">{message.text}</p> : null}
              {message.image ? <img src={message.image} alt="Jointe au message" loading="lazy" /> : null}
              {message.order ? <a href={message.order.href}>{message.order.name}</a> : null}
              <small>
                {message.time}
                {message.isMine ? ' · Envoyé' : ''}
                {message.isAutomatic ? ' · Réponse automatique' : ''}
              </small>
            </div>
          </div>
        ))}
      </div>
      <ErrorLine error={content.error} />
      {content.isBlocked ? (
        <p className="empty">Cette conversation est bloquée</p>
      ) : (
        <Form
          action={`/v1/site/conversations/${content.id}/messages`}
          kind="reply"
          data-draft={`fil ${content.id}`}
          encType={content.isAnswered ? 'multipart/form-data' : undefined}
          button="Envoyer"
        >
          <LongField
            name="message"
            label="Votre message"
            required={!content.isAnswered}
            rows={3}
            defaultValue={content.text}
          />
          <div data-photo="">
            {content.isAnswered ? (
              <InputField name="image" label="Une photo (facultatif)" type="file" accept="image/*" />
            ) : (
              <p className="note">Vous pourrez envoyer une photo quand {content.company.name} vous aura répondu.</p>
            )}
          </div>
        </Form>
      )}
      <div className="row acts">
        <Form
          action={`/v1/site/conversations/${content.id}/${content.isBlocked ? 'unblock' : 'block'}`}
          button={content.isBlocked ? 'Débloquer' : 'Bloquer'}
          look="quiet"
        />
        <a className="quiet" href={`/signaler?adresse=${encodeURIComponent(`/mes-messages/${content.id}`)}`}>
          Signaler
        </a>
        <AskFirst ask="Effacer la conversation" keep="Garder la conversation">
          <Form
            action={`/v1/site/conversations/${content.id}`}
            method="DELETE"
            button="Effacer tous ces messages"
            look="second danger"
          />
        </AskFirst>
      </div>
    </section>
  )
}
