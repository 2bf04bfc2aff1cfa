import { type NoticeChoice, type NoticeKind, noticeKinds } from '@parvis/domain/notices/notices'
import type { Notifications } from '../../lib/alert-sound.ts'
import styles from './notices.module.css'

export type Way = 'push' | 'email' | 'sms'
const ways: Record<Way, string> = { push: 'Appareils', email: 'E-mail', sms: 'SMS' }
const kinds: Record<NoticeKind, { label: string; hint: string; ways: readonly Way[] }> = {
  order: { label: 'Nouvelle commande', hint: 'Aussitôt.', ways: ['push', 'email'] },
  reminder: {
    label: 'Commande que personne n’a regardée',
    hint: 'Un rappel, puis un e-mail, puis un SMS.',
    ways: ['push', 'email', 'sms'],
  },
  message: {
    label: 'Message d’un habitant',
    hint: 'Par e-mail\u00a0: un résumé à 7\u00a0h\u00a030, avec des nombres seulement.',
    ways: ['push', 'email'],
  },
  change: { label: 'Commande changée par le client', hint: 'À toute heure.', ways: ['push', 'email'] },
  plan: {
    label: 'Abonnement, adresse web, identité',
    hint: 'Ce qui demande quelque chose de vous, et ce que notre équipe décide.',
    ways: ['push', 'email'],
  },
  terms: { label: 'Conditions d’utilisation', hint: 'L’e-mail est obligatoire.', ways: ['push', 'email'] },
}

type Choice = Notifications['choices'][number]
export type ChoiceChange = { kind: NoticeKind } & Partial<NoticeChoice>

type TableProps = { served: readonly Way[]; own: readonly Choice[]; onChange: (change: ChoiceChange) => void }

/** A line for each kind, a column for each way that can leave. */
export function ChoicesTable({ served, own, onChange }: TableProps) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">Nouvelle</span>
          </th>
          {served.map((way) => (
            <th key={way} scope="col">
              {ways[way]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {noticeKinds.map((kind) => {
          const choice = own.find((one) => one.kind === kind)
          return (
            <tr key={kind}>
              <th scope="row">
                {kinds[kind].label}
                <span className={styles.note}>{kinds[kind].hint}</span>
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
