import { capitalise } from '@parvis/domain/kernel/text'
import { type NoticeChoice, type NoticeKind, noticeKinds } from '@parvis/domain/notices/notices'
import type { Notifications } from '../../lib/alert-sound.ts'
import styles from './notices.module.css'

export type Way = 'push' | 'email' | 'sms'
const ways: Record<Way, string> = { push: 'Appareils', email: 'E-mail', sms: 'SMS' }
/** The hint names the ways that are served here, and no other. */
type Kind = { label: string; hint?: (served: readonly Way[]) => string | false; ways: readonly Way[] }
const kinds: Record<NoticeKind, Kind> = {
  order: { label: 'Nouvelle commande', hint: () => 'Aussitôt.', ways: ['push', 'email'] },
  reminder: { label: 'Commande que personne n’a regardée', hint: reminders, ways: ['push', 'email', 'sms'] },
  message: {
    label: 'Message d’un habitant',
    hint: (served) =>
      served.includes('email') &&
      'Par e-mail\u00a0: chaque matin à 7\u00a0h\u00a030, le nombre de messages reçus, jamais leur texte.',
    ways: ['push', 'email'],
  },
  change: { label: 'Commande changée par le client', hint: () => 'À toute heure.', ways: ['push', 'email'] },
  plan: {
    label: 'Abonnement, adresse web, identité',
    hint: () => 'Ce que vous avez à faire, et les décisions de notre équipe.',
    ways: ['push', 'email'],
  },
  terms: {
    label: 'Conditions d’utilisation',
    hint: (served) => served.includes('email') && 'L’e-mail est obligatoire.',
    ways: ['push', 'email'],
  },
}

/** « Un rappel, puis un e-mail, puis un SMS. », of those that are served. */
function reminders(served: readonly Way[]): string {
  const steps = served.map((way) => ({ push: 'un rappel', email: 'un e-mail', sms: 'un SMS' })[way]).join(', puis ')
  return `${capitalise(steps)}.`
}

type Choice = Notifications['choices'][number]
export type ChoiceChange = { kind: NoticeKind } & Partial<NoticeChoice>

type TableProps = { served: readonly Way[]; own: readonly Choice[]; onChange: (change: ChoiceChange) => void }

/** A line for each kind, a column for each way that can leave. */
export function ChoicesTable({ served, own, onChange }: TableProps) {
  const shown = noticeKinds.filter((kind) => kinds[kind].ways.some((way) => served.includes(way)))
  return (
    <table className={`wide below-2 ${styles.table}`}>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">Ce qui arrive</span>
          </th>
          {served.map((way) => (
            <th key={way} scope="col">
              {ways[way]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map((kind) => {
          const hint = kinds[kind].hint?.(served)
          const choice = own.find((one) => one.kind === kind)
          return (
            <tr key={kind}>
              <th scope="row">
                {kinds[kind].label}
                {hint ? <span className={`note ${styles.note}`}>{hint}</span> : null}
              </th>
              {served.map((way) => (
                <td key={way}>
                  {choice && kinds[kind].ways.includes(way) ? (
                    <label className={styles.tick}>
                      <input
                        type="checkbox"
                        checked={choice[way]}
                        disabled={kind === 'terms' && way === 'email'}
                        aria-label={`${kinds[kind].label}\u00a0: ${ways[way]}`}
                        onChange={(event) => onChange({ kind, [way]: event.currentTarget.checked })}
                      />
                    </label>
                  ) : null}
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
