import { IconAdjustments, IconBell, IconBellOff, IconListCheck, IconSearch, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSoundChoice } from '../../lib/alert-sound.ts'
import { PageLink } from '../../lib/router.tsx'
import { Allowed } from '../../ui/allowed.tsx'
import composer from './composer.module.css'
import styles from './inbox.module.css'
import { inboxCountsQuery } from './use-triage.ts'

/** `word`: what the address says of the list; `state`: what the server is asked for, all without. */
export const filters = [
  { word: '', label: 'Toutes', count: 'all', state: undefined },
  { word: 'a-repondre', label: 'À répondre', count: 'toAnswer', state: 'to_answer' },
  { word: 'non-lus', label: 'Non lus', count: 'unread', state: 'unread' },
  { word: 'en-attente', label: 'En attente', count: 'waiting', state: 'waiting' },
  { word: 'traitees', label: 'Traitées', count: 'closed', state: 'closed' },
] as const

type InboxToolsProps = {
  filter: string
  onFilter: (word: string) => void
  search: string
  onSearch: (words: string) => void
  isSelecting: boolean
  onSelect: () => void
}

/** Tools above the list: search, filters with counts, and the settings of all conversations. */
export function InboxTools({ filter, onFilter, search, onSearch, isSelecting, onSelect }: InboxToolsProps) {
  const { data: counts } = useQuery(inboxCountsQuery)
  return (
    <div className={`stack-1 ${styles.tools}`}>
      <search className={`inline ${styles.search}`}>
        <IconSearch size={20} aria-hidden="true" />
        <input
          type="search"
          aria-label="Chercher dans les messages"
          placeholder="Chercher dans les messages"
          maxLength={100}
          value={search}
          onChange={(event) => onSearch(event.currentTarget.value)}
        />
        {search ? (
          <button type="button" className="icon-button" aria-label="Effacer la recherche" onClick={() => onSearch('')}>
            <IconX size={20} aria-hidden="true" />
          </button>
        ) : null}
      </search>
      <fieldset className={`flex gap-tight shrinks ${styles.filters}`}>
        <legend className="visually-hidden">Conversations à montrer</legend>
        {filters.map(({ word, label, count }) => (
          <label
            key={word}
            className={`fixed gap-tight tap ${styles.chip}`}
            data-checked={word === filter || undefined}
          >
            <input
              type="radio"
              name="inbox-filter"
              aria-label={label}
              checked={word === filter}
              onChange={() => onFilter(word)}
            />
            {label}
            {counts ? <span className={`soft small bold ${styles.number}`}>{counts[count]}</span> : null}
          </label>
        ))}
      </fieldset>
      <div className={`flex wrap between ${styles.settings}`}>
        <button type="button" className={composer.act} aria-pressed={isSelecting} onClick={onSelect}>
          <IconListCheck size={20} aria-hidden="true" />
          Choisir
        </button>
        <Allowed call="POST /v1/company/:id/quick-replies">
          <PageLink to="/messages/reglages" className={composer.act}>
            <IconAdjustments size={20} aria-hidden="true" />
            Réglages
          </PageLink>
        </Allowed>
        <SoundButton />
      </div>
    </div>
  )
}

/** Says whether a new message rings; turning it on rings once, as a test. */
function SoundButton() {
  const { isOn, choose } = useSoundChoice()
  return (
    <button type="button" className={composer.act} aria-pressed={isOn} onClick={() => choose(!isOn)}>
      {isOn ? <IconBell size={20} aria-hidden="true" /> : <IconBellOff size={20} aria-hidden="true" />}
      {isOn ? 'Son activé' : 'Activer le son'}
    </button>
  )
}
