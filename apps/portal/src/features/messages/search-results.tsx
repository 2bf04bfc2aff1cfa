import type { AnswerOf } from '@parvis/domain/api'
import { counted, formatDayTime } from '@parvis/domain/kernel/french-format'
import { type ShownPart, shownWords } from '@parvis/domain/messages/shown-words'
import { IconNote } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { pagesQuery } from '../../api/query.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { Loading } from '../../ui/loading.tsx'
import { NextPage } from '../../ui/next-page.tsx'
import styles from './inbox.module.css'

export type SearchResult = AnswerOf<'GET /v1/company/:id/messages/search'>['results'][number]

/** Messages and notes that contain all the words, newest first; each opens at its message. */
export function SearchResults({ search, onOpen }: { search: string; onOpen: (result: SearchResult) => void }) {
  const q = useSettled(search.trim())
  const found = useInfiniteQuery({
    ...pagesQuery('GET /v1/company/:id/messages/search', { q }, ({ next }) => (next ? { before: next } : undefined)),
    enabled: q.length >= 2,
  })
  if (q.length < 2) return <p className="pad-2 soft">Deux lettres au moins.</p>
  if (!found.data) return <Loading error={found.error} retry={found.refetch} height={240} />
  return (
    <>
      <Results pages={found.data.pages} q={q} onOpen={onOpen} />
      <div className="flex centre pad-2">
        <NextPage list={found}>Plus de résultats</NextPage>
      </div>
    </>
  )
}

type ResultsProps = {
  pages: readonly AnswerOf<'GET /v1/company/:id/messages/search'>[]
  q: string
  onOpen: (result: SearchResult) => void
}

function Results({ pages, q, onOpen }: ResultsProps) {
  const results = pages.flatMap((page) => page.results)
  const [first] = pages
  return (
    <div role="status" aria-live="polite">
      {results.length === 0 ? <p className="pad-2 soft">Aucun message ne contient ces mots.</p> : null}
      <ul className={styles.results} aria-label="Messages trouvés">
        {results.map((result) => (
          <li key={`${result.kind} ${result.messageId ?? result.sendAt}`}>
            <Result result={result} parts={shownWords(result.text, q)} onOpen={() => onOpen(result)} />
          </li>
        ))}
      </ul>
      {first && first.beyondPlan > 0 ? (
        <p className="pad-2 soft">
          {counted(first.beyondPlan, 'autre résultat est', 'autres résultats sont')} dans des conversations que votre
          offre n’ouvre pas.
        </p>
      ) : null}
    </div>
  )
}

type ResultProps = { result: SearchResult; parts: readonly ShownPart[]; onOpen: () => void }

function Result({ result: { label, sendAt, from, kind }, parts, onOpen }: ResultProps) {
  return (
    <button type="button" className={styles.result} onClick={onOpen}>
      <span className="inline gap-tight shrinks bold">
        {kind === 'note' ? <IconNote size={16} aria-hidden="true" /> : null}
        {kind === 'note' ? `Note sur ${label}` : from === 'company' ? `Vous à ${label}` : label}
      </span>
      <time className="soft small" dateTime={sendAt}>
        {formatDayTime(sendAt)}
      </time>
      <span className={`whole-row soft anywhere ${styles.text}`}>
        {parts.map(({ text, isHit }, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
          isHit ? <mark key={index}>{text}</mark> : text,
        )}
      </span>
    </button>
  )
}
