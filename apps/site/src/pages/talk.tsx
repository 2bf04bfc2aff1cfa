import type { FormError, PrivateContent } from '@parvis/domain/site/private-page'
import type { ReactNode } from 'react'

type Of<K extends PrivateContent['kind']> = { content: Extract<PrivateContent, { kind: K }> }

/** A first message to a shop. */
export function WritePage({ content }: Of<'write'>) {
  const { company } = content
  return (
    <section className="write">
      <h1>Écrire à {company.name}</h1>
      <p>{company.name} verra votre prénom si vous le donnez, rien d’autre. Sa réponse arrivera ici.</p>
      <ErrorLine error={content.error} />
      <form
        method="post"
        action={`/v1/site/companies/${content.companyId}/messages`}
        data-form="message"
        data-draft={`ecrire ${content.companyId}`}
      >
        <LongField name="message" label="Votre message" rows={6} value={content.text} />
        <FirstNameField value={content.firstName} />
        <label className="check" data-only-push="" hidden>
          <input type="checkbox" name="tell" value="1" data-tell="" /> M’avertir de la réponse
        </label>
        <button type="submit" className="button">
          Envoyer
        </button>
      </form>
      <p>
        <a href={company.href}>Retour à la fiche</a>
      </p>
    </section>
  )
}

type AskFirstProps = { ask: string; keep: string; children: ReactNode }

/** An act that cannot be undone is asked in its own words, with and without script; the way back stands where the act was tapped. */
export function AskFirst({ ask, keep, children }: AskFirstProps) {
  return (
    <details className="asked">
      <summary className="quiet">
        <span>{ask}</span>
        <span>{keep}</span>
      </summary>
      {children}
    </details>
  )
}

/** What went wrong, said before the form that keeps what was typed. */
export function ErrorLine({ error }: { error: string | undefined }) {
  return error ? (
    <p className="error" role="alert">
      {error}
    </p>
  ) : null
}

/** Where its field is wrong (a form holds one error at a time); the field itself says so by `wrong`. */
export function ErrorAt({ error, field }: { error: FormError | undefined; field: string }) {
  if (error?.field !== field) return null
  return (
    <p className="error" id="erreur" role="alert">
      {error.sentence}
    </p>
  )
}

export const wrong = (error: FormError | undefined, field: string) =>
  error?.field === field ? ({ 'aria-invalid': true, 'aria-describedby': 'erreur' } as const) : {}

type LongFieldProps = {
  name: string
  label: string
  rows: number
  value: string
  required?: boolean
  error?: FormError | undefined
}

/** A text that a shop reads. */
export function LongField({ name, label, rows, value, required = true, error }: LongFieldProps) {
  return (
    <>
      <label htmlFor={name}>{label}</label>
      <textarea
        id={name}
        name={name}
        required={required}
        maxLength={5000}
        rows={rows}
        defaultValue={value}
        {...wrong(error, name)}
      />
      <ErrorAt error={error} field={name} />
    </>
  )
}

type FirstNameProps = { value: string; required?: boolean; error?: FormError | undefined }

/** An order is picked up under a first name; a message may do without. */
export function FirstNameField({ value, required = false, error }: FirstNameProps) {
  return (
    <>
      <label htmlFor="firstName">Votre prénom{required ? '' : ' (facultatif)'}</label>
      <input
        id="firstName"
        name="firstName"
        {...(required && { required, minLength: 2 })}
        maxLength={50}
        autoComplete="given-name"
        defaultValue={value}
        {...wrong(error, 'firstName')}
      />
      <ErrorAt error={error} field="firstName" />
    </>
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

/** Both sides of a conversation. */
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
        <form
          method="post"
          action={`/v1/site/conversations/${content.id}/messages`}
          data-form="reply"
          data-draft={`fil ${content.id}`}
          encType={content.isAnswered ? 'multipart/form-data' : undefined}
        >
          <LongField
            name="message"
            label="Votre message"
            rows={3}
            value={content.text}
            required={!content.isAnswered}
          />
          <div data-photo="">
            {content.isAnswered ? (
              <>
                <label htmlFor="image">Une photo (facultatif)</label>
                <input id="image" name="image" type="file" accept="image/*" />
              </>
            ) : (
              <p className="note">Vous pourrez envoyer une photo quand {content.company.name} vous aura répondu.</p>
            )}
          </div>
          <button type="submit" className="button">
            Envoyer
          </button>
        </form>
      )}
      <div className="row acts">
        <form method="post" action={`/v1/site/conversations/${content.id}/${content.isBlocked ? 'unblock' : 'block'}`}>
          <button type="submit" className="quiet">
            {content.isBlocked ? 'Débloquer' : 'Bloquer'}
          </button>
        </form>
        <a className="quiet" href={`/signaler?adresse=${encodeURIComponent(`/mes-messages/${content.id}`)}`}>
          Signaler
        </a>
        <AskFirst ask="Effacer la conversation" keep="Garder la conversation">
          <form method="post" action={`/v1/site/conversations/${content.id}`}>
            <input type="hidden" name="_method" value="DELETE" />
            <button type="submit" className="second danger">
              Effacer tous ces messages
            </button>
          </form>
        </AskFirst>
      </div>
    </section>
  )
}
