import { type InstantKind, instantKinds, kindNames } from '@parvis/domain/instants/kind'
import { instantMatches } from '@parvis/domain/instants/listed-instant'
import { offersOf } from '@parvis/domain/kernel/business-type'
import { IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Temporal } from 'temporal-polyfill'
import { instantLists } from '../../api/reads-of.ts'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { instantsWords } from '../../lib/first-frame.ts'
import { navigate } from '../../lib/history.ts'
import { call } from '../../lib/request.ts'
import { PageLink, useLocation } from '../../lib/router.tsx'
import { useCompany } from '../../lib/session.ts'
import { useNow } from '../../lib/use-now.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { type Tab, Tabs } from '../../ui/tabs.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast, toastShownFor } from '../../ui/toast.tsx'
import { type Cap, CapAlert, useCap } from './cap-alert.tsx'
import { kindOf, type ServerInstant, scheduleOf, standingOf } from './instant.ts'
import { instantsQuery, reloadInstants } from './instants.queries.ts'
import { kinds } from './kinds.fr.ts'
import styles from './list/instant-list.module.css'
import { InstantList } from './list/instant-list.tsx'

/** What the company announces, in three tabs with what its plan allows. */
export function InstantsPage() {
  const company = useCompany()
  const now = useNow()
  const savedKind = useLocation().state.instantKind
  const { data: instants, error, refetch } = useQuery(instantsQuery)
  const deletion = useUndoableDeletion()
  // A card that is paused stays under the finger: the list is sorted again when the page is opened.
  const [heldOrder, setHeldOrder] = useState<readonly number[]>([])
  const shown = inOrder(instants ?? [], heldOrder).filter((instant) => !deletion.isHidden(instant))
  const listed = Map.groupBy(shown, kindOf)
  const cap = useCap(shown)
  const [kind, setKind] = useState<InstantKind>(savedKind ?? offersOf(company.type).firstInstantTab)
  const [typed, setTyped] = useState('')
  const [isRefused, setRefused] = useState(false)

  const open = (copied?: ServerInstant) => {
    setRefused(cap[kind].isReached)
    if (cap[kind].isReached) return window.scrollTo({ top: 0 })
    const search = copied ? { copie: String(copied.instantInformation.id) } : {}
    navigate({ to: kinds[kind].createPath, search })
  }
  const redo = useMutation({
    mutationFn: (instant: ServerInstant) => redoInstant(instant, now),
    onSuccess: ({ id }, instant) => navigate({ to: kinds[kindOf(instant)].editPath, params: { id: String(id) } }),
    onError: (failed) => (isCapReached(failed) ? setRefused(true) : void showToast(messageOf(failed), 'danger')),
    meta: { refreshes: instantLists },
  })
  const show = (next: InstantKind) => {
    setKind(next)
    setRefused(false)
  }
  const tabs = instantKinds.map(
    (tab): Tab<InstantKind> => ({
      value: tab,
      label: <TabLabel kind={tab} cap={cap[tab]} />,
      panel: (
        <InstantList
          kind={tab}
          instants={(listed.get(tab) ?? []).filter((instant) => matches(instant, typed))}
          isSearched={typed.trim() !== ''}
          now={now}
          onDuplicate={(instant) => (standingOf(instant, now).state === 'over' ? redo.mutate(instant) : open(instant))}
          onToggled={() => setHeldOrder(shown.map(idOf))}
          onDelete={deletion.remove}
          addAction={
            <span className={styles.besideTitle}>
              <Allowed call="POST /v1/instants">
                <Button onClick={() => open()}>Ajouter {kindNames[tab].a}</Button>
              </Allowed>
            </span>
          }
        />
      ),
    }),
  )
  return (
    <>
      <PageHeader
        title={instantsWords.title}
        sentence={instantsWords.sentence}
        action={
          <Allowed call="POST /v1/instants">
            <Button icon={IconPlus} onClick={() => open()}>
              Ajouter {kindNames[kind].a}
            </Button>
          </Allowed>
        }
      />
      {isRefused ? (
        <div className="below-2">
          <CapAlert />
        </div>
      ) : null}
      {instants ? null : <Loading error={error} retry={refetch} height={320} />}
      {instants ? (
        <>
          <div className={styles.search}>
            <TextField
              name="search"
              label="Rechercher"
              type="search"
              placeholder="Titre, description ou code postal"
              autoComplete="off"
              value={typed}
              onChange={setTyped}
            />
          </div>
          <Tabs label="Types d’instants" tabs={tabs} value={kind} onChange={show} />
          <Allowed call="PUT /v1/company/:id/calendar">
            <p className="taps top-3 soft">
              Votre agenda est déjà dans Google, Outlook ou Apple&nbsp;?{' '}
              <PageLink to="/mon-calendrier">Mon calendrier</PageLink>
            </p>
          </Allowed>
        </>
      ) : null}
    </>
  )
}

const isCapReached = (error: Error) => error instanceof ApiError && error.code === 'MAX_INSTANTS'

const idOf = ({ instantInformation }: ServerInstant) => instantInformation.id

/** In the order that is held; what came since is first, as the server sends it. */
function inOrder(instants: readonly ServerInstant[], held: readonly number[]): readonly ServerInstant[] {
  if (held.length === 0) return instants
  return instants.toSorted((one, other) => held.indexOf(idOf(one)) - held.indexOf(idOf(other)))
}

/** `Services 2/3`, on two lines on a phone, so that the three tabs are in sight. */
function TabLabel({ kind, cap }: { kind: InstantKind; cap: Cap }) {
  const [tab, ...more] = kindNames[kind].many.split(' ')
  return (
    <span className={styles.tab}>
      <span>
        {tab}
        {more.length > 0 ? <span className={styles.more}> {more.join(' ')}</span> : null}
      </span>{' '}
      <span className={`soft centred ${styles.count}`}>
        {cap.count}/{cap.limit}
      </span>
    </span>
  )
}

function matches({ instantInformation, address }: ServerInstant, typed: string): boolean {
  return instantMatches({ ...instantInformation, zipCode: address.zipCode }, typed)
}

/**
 * Deferred deletion: takes an instant off the list at once and sends the call when « Annuler » is no longer offered: after the
 * toast, on leaving or closing the page, or with the next deletion.
 */
function useUndoableDeletion() {
  const [hiddenId, setHiddenId] = useState<number>()
  const waiting = useRef<() => Promise<void>>(undefined)
  useEffect(() => {
    const sendNow = () => void waiting.current?.()
    window.addEventListener('pagehide', sendNow)
    return () => {
      window.removeEventListener('pagehide', sendNow)
      sendNow()
    }
  }, [])

  const remove = ({ instantInformation: { id } }: ServerInstant) => {
    void waiting.current?.()
    setHiddenId(id)
    const show = () => setHiddenId((hidden) => (hidden === id ? undefined : hidden))
    const forget = () => {
      clearTimeout(timer)
      closeMessage()
      if (waiting.current === send) waiting.current = undefined
    }
    const send = async () => {
      forget()
      try {
        await call('DELETE /v1/instants/:id', { params: { id } })
      } catch (error) {
        showToast(messageOf(error), 'danger')
      }
      await reloadInstants()
      show()
    }
    const closeMessage = showToast('Instant supprimé', 'success', () => {
      forget()
      show()
    })
    const timer = setTimeout(() => void send(), toastShownFor)
    waiting.current = send
  }
  return { remove, isHidden: ({ instantInformation: { id } }: ServerInstant) => id === hiddenId }
}

const week = 7 * 24 * 3_600_000

/** « Refaire »: a draft with all of it, its dates on the same weekday of the next possible week. */
function redoInstant(instant: ServerInstant, now: Temporal.Instant) {
  const starts = scheduleOf(instant).flatMap((item) => (item.kind === 'fixed' ? [item.start.epochMilliseconds] : []))
  const first = Math.min(...starts)
  // An hour more or less at a clock change is no week.
  const shiftWeeks =
    starts.length === 0 ? null : Math.max(1, Math.ceil((now.epochMilliseconds - first + 3_600_000) / week))
  return call('POST /v1/instants/:id/copy', {
    params: { id: instant.instantInformation.id },
    body: { keep: ['texts', 'picture', 'place', 'schedule'], shiftWeeks },
  })
}
