import { formatDayTime } from '@parvis/domain/kernel/french-format'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pagesQuery } from '../../api/query.ts'
import { Loading } from '../../ui/loading.tsx'
import { NextPage } from '../../ui/next-page.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import styles from './operator.module.css'
import { whereFull } from './reason-button.tsx'

/**
 * What the audit trail says, for people; an act that is not here shows its own word.
 * @internal
 */
export const auditActs: Record<string, string> = {
  sign_in: 'Connexion',
  'sign_in.refused': 'Code refusé',
  'access.refused': 'Accès refusé',
  'company.register': 'Inscription d’un établissement',
  'identity.send': 'Pièces d’identité envoyées',
  'identity.view': 'Pièce d’identité consultée',
  'identity.decide': 'Décision sur une identité',
  'identity.delete': 'Pièce d’identité effacée (reçu)',
  'phone.block': 'Blocage d’un téléphone',
  'company.suspend': 'Suspension d’une fiche',
  'report.decide': 'Décision sur un signalement',
  'instant.pause': 'Instant retiré par l’équipe',
  'act.post': 'Acte publié',
  'act.withdraw': 'Acte retiré par la mairie',
  'act.restore': 'Acte remis par l’équipe',
  'alert.send': 'Alerte envoyée',
  'alert.end': 'Alerte terminée',
  'alert.stop': 'Alerte arrêtée par l’équipe',
  'alerts.switch': 'Envoi d’alertes permis ou suspendu',
  'team.join': 'Entrée dans une équipe',
  'team.change': 'Rôle changé dans une équipe',
  'team.leave': 'Départ d’une équipe',
  'team.remove': 'Membre retiré d’une équipe',
  'team.owner': 'Responsable nommé par l’équipe de Parvis',
  'passkey.add': 'Clé d’accès ajoutée',
  'passkey.remove': 'Clé d’accès retirée',
  'phone.change': 'Changement de numéro',
  'phone.lost': 'Numéro redonné à une autre personne',
  'account.let_in': 'Accès rendu par l’équipe',
  'legal.publish': 'Page légale publiée',
  'domain.claim': 'Nom de domaine revendiqué',
  'domain.release': 'Nom de domaine rendu',
  'domain.proven': 'Nom de domaine prouvé',
  'domain.proof_missing': 'Preuve d’un nom de domaine disparue',
  'domain.stopped': 'Nom de domaine arrêté',
  'domain.lapsed': 'Revendication d’un nom de domaine éteinte',
  'domain.refuse': 'Nom de domaine refusé par l’équipe',
  'domain.allow': 'Nom de domaine permis par l’équipe',
  'discussion.block': 'Blocage d’une conversation',
  'super_admin.change': 'Droits de l’équipe',
  'membership.change': 'Changement d’offre',
  'payment.unknown': 'Paiement inconnu',
  'payment.price_unknown': 'Prix inconnu chez le prestataire',
  'payment.refused': 'Paiement refusé',
  'payment.expired': 'Paiement abandonné',
  'payment.refund': 'Paiement remboursé',
  'payment.dispute': 'Paiement contesté',
  'payment.reversal_ended': 'Paiement acquis de nouveau',
  'account.export': 'Données emportées',
  'account.delete_asked': 'Suppression de compte demandée',
  'account.erase': 'Compte effacé',
  'author.view': 'Auteur effacé, lu pour la justice',
  'broadcast.send': 'Message groupé envoyé',
  'instant.delete': 'Instant supprimé',
  'service.delete': 'Service supprimé',
  'cities.import': 'Import des villes',
  'icons.import': 'Import des icônes',
  backup: 'Sauvegarde',
  restore: 'Restauration',
}

/** Details in their display order. */
const names: Record<string, string> = {
  decision: 'décision',
  status: 'état',
  side: 'face',
  document: 'pièce',
  on: 'actif',
  reason: 'motif',
  broadcast: 'message groupé',
  followers: 'abonnés',
  companies: 'établissements',
  companyId: 'établissement',
  member: 'membre',
  role: 'rôle',
  until: 'jusqu’au',
  proof: 'preuve',
  sha256: 'empreinte',
  before: 'avant',
  after: 'après',
}
const order = Object.keys(names)
const values: Record<string, string> = {
  verified: 'acceptée',
  refused: 'refusée',
  pending: 'en attente',
  front: 'recto',
  back: 'verso',
  true: 'oui',
  false: 'non',
}
/** Length of a shortened fingerprint, enough to compare two lines. */
const maxValue = 200
const fingerprintShown = 12

/**
 * `{ decision: 'refused', reason: 'Illisible' }` → « décision : refusée · motif : Illisible ».
 * @internal
 */
export function auditDetails(details: Record<string, unknown>): string {
  return Object.entries(details)
    .filter(([, value]) => value !== null && value !== undefined)
    .toSorted(([one], [other]) => order.indexOf(one) - order.indexOf(other))
    .map(([name, value]) => `${names[name] ?? name}\u00a0: ${detailValue(name, value)}`)
    .join(' · ')
}

const fingerprints = new Set(['sha256', 'before', 'after'])

function detailValue(name: string, value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  if (fingerprints.has(name)) return `${text.slice(0, fingerprintShown)}…`
  return values[text] ?? text.slice(0, maxValue)
}

const choices = [
  { value: 'all', label: 'Tout' },
  ...Object.entries(auditActs).map(([value, label]) => ({ value, label })),
]

/** The audit trail, newest first; it is append-only. */
export function AuditPanel() {
  const [act, setAct] = useState('all')
  const asked = act === 'all' ? {} : { action: act }
  const list = useInfiniteQuery(
    pagesQuery('GET /v1/operator/audit', asked, (page) => whereFull(page, ({ id }) => ({ before: String(id) }))),
  )
  const { data, error, refetch } = list
  const lines = data?.pages.flat()
  return (
    <div className="column gap-3">
      <div className={styles.choice}>
        <SelectField name="act" label="Montrer" value={act} onChange={setAct} options={choices} />
      </div>
      {data ? null : <Loading error={error} retry={refetch} height={320} />}
      {lines?.length === 0 ? <p>Rien de tel au journal.</p> : null}
      <ol className={styles.lines} aria-label="Journal">
        {lines?.map(({ id, at, actor, action, object, details }) => (
          <li key={id}>
            <time dateTime={at}>{formatDayTime(at)}</time>
            <strong>{auditActs[action] ?? action}</strong>
            <span className={styles.ids}>
              {actor} → {object}
            </span>
            <span className={styles.details}>{auditDetails(details)}</span>
          </li>
        ))}
      </ol>
      <NextPage list={list}>Plus ancien</NextPage>
    </div>
  )
}
