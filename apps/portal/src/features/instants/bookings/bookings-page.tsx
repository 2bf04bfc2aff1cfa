import { deskWords } from '@parvis/domain/bookings/booking-texts.fr'
import { leftText, seatsText, takenText } from '@parvis/domain/bookings/seats'
import { deskMoment } from '@parvis/domain/orders/order-messages.fr'
import { clockText, dateText, momentInWords } from '@parvis/domain/site/when.fr'
import { IconDownload, IconPrinter, IconUserPlus } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Temporal } from 'temporal-polyfill'
import { query } from '../../../api/query.ts'
import { readsOf } from '../../../api/reads-of.ts'
import { download } from '../../../lib/download.ts'
import { presentMoment } from '../../../lib/present.ts'
import { call } from '../../../lib/request.ts'
import { useParams } from '../../../lib/router.tsx'
import { ActButton } from '../../../ui/act-button.tsx'
import { Allowed } from '../../../ui/allowed.tsx'
import { Button, QuietButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PaperTable, usePaper } from '../../../ui/paper.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { ShortCode } from '../../../ui/short-code.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useKeptFocus } from '../../../ui/use-return-focus.ts'
import { instantQuery } from '../instants.queries.ts'
import styles from './bookings.module.css'
import type { Desk, DeskDate, Person } from './desk.ts'
import { AddPersonDialog, RemovePersonDialog } from './person-dialogs.tsx'
import { OwnSeatsForm, SeatSettingsForm } from './seat-settings-form.tsx'

/** The seats of an instant: how many, who comes, who waits. */
export function BookingsPage() {
  const { id } = useParams() as { id: string }
  const { data: instant } = useQuery(instantQuery(id))
  const { data, error, refetch } = useQuery(query('GET /v1/instants/:id/bookings', { params: { id }, query: {} }))
  const title = instant?.instantInformation.title ?? ''
  const part = useKeptFocus<HTMLDivElement>()
  return (
    <>
      <PageHeader title={title ? `Places · ${title}` : 'Places'} back="/instants" />
      {data ? null : <Loading error={error} retry={refetch} height={320} />}
      {data ? (
        <div ref={part} tabIndex={-1} className="stack-2">
          <DateDesk id={id} desk={data} title={title} />
          <Allowed call="PUT /v1/instants/:id/bookings">
            <SeatSettingsForm id={id} desk={data} />
          </Allowed>
        </div>
      ) : null}
    </>
  )
}

/** `17 sur 20 · 2 en attente`; `17 places` where no more are taken. */
const countText = ({ taken, capacity, waiting }: DeskDate): string =>
  [capacity === null ? seatsText(taken) : takenText(taken, capacity), waiting > 0 ? `${waiting} en attente` : '']
    .filter(Boolean)
    .join(' · ')

/** One date: its number, the code at the door, its people. */
function DateDesk({ id, desk, title }: { id: string; desk: Desk; title: string }) {
  const dates = desk.dates.filter(({ capacity, taken }) => capacity !== null || taken > 0)
  const [chosen, setChosen] = useState('')
  const date =
    dates.find((one) => one.date === chosen) ?? dates.find(({ end }) => Date.parse(end) > presentMoment()) ?? dates[0]
  const [isAdding, setAdding] = useState(false)
  if (!date) return null
  return (
    <Card title="Qui vient">
      <div className="stack-2">
        {dates.length > 1 ? (
          <SelectField
            name="date"
            label="Quelle date"
            value={date.date}
            onChange={setChosen}
            options={dates.map((one) => ({
              value: one.date,
              label: `${momentOf(one.start)} · ${countText(one)}`,
            }))}
          />
        ) : (
          <p>{momentOf(date.start)}</p>
        )}
        <p className={styles.count}>
          <strong>{countText(date)}</strong>
          <span>
            {[leftText(date.state, date.left), date.came > 0 ? `${seatsText(date.came)} déjà là` : '']
              .filter(Boolean)
              .join(' · ')}
          </span>
        </p>
        <CodeField id={id} date={date.date} />
        <People id={id} date={date} title={title} onAdd={() => setAdding(true)} />
        {dates.length > 1 ? (
          <Allowed call="PUT /v1/instants/:id/bookings">
            <OwnSeatsForm
              key={`${date.date} ${date.own && date.capacity}`}
              id={id}
              version={desk.version}
              date={date}
            />
          </Allowed>
        ) : null}
        {isAdding ? <AddPersonDialog id={id} date={date} onClose={() => setAdding(false)} /> : null}
      </div>
    </Card>
  )
}

/** « Venu », by the code that was shown. */
function CodeField({ id, date }: { id: string; date: string }) {
  const { mutate, isPending } = useCame(id, date)
  return (
    <ShortCode
      label="Code"
      submitLabel="Venu"
      isPending={isPending}
      onSubmit={(code, onSuccess) => mutate({ code }, { onSuccess })}
    />
  )
}

function useCame(id: string, date: string) {
  return useMutation({
    mutationFn: (named: { code?: string; id?: number; came?: boolean }) =>
      call('POST /v1/instants/:id/bookings/came', { params: { id }, body: { date, ...named } }),
    onSuccess: ({ name, seats, state }) => {
      if (state === 'came') showToast(`${name}, ${seatsText(seats)}\u00a0: venu`)
    },
    meta: { toastsFailure: true, refreshes: readsOf.instant },
  })
}

function People({ id, date, title, onAdd }: { id: string; date: DeskDate; title: string; onAdd: () => void }) {
  const { data } = useQuery(query('GET /v1/instants/:id/bookings', { params: { id }, query: { date: date.date } }))
  const { paper, print } = usePaper()
  const people = data?.people ?? []
  const sheet = (
    <PeopleSheet
      caption={`${title}\n${dateText(instantOf(date.start), instantOf(date.end))} · ${countText(date)}`}
      people={people}
    />
  )
  return (
    <>
      <div className="row-center">
        {date.capacity === null ? null : (
          <Button icon={IconUserPlus} variant="secondary" onClick={onAdd}>
            Ajouter quelqu’un
          </Button>
        )}
        <Button icon={IconPrinter} variant="quiet" disabled={data === undefined} onClick={() => print(sheet)}>
          Imprimer
        </Button>
        <ActButton
          icon={IconDownload}
          variant="quiet"
          needsNetwork
          act={() => download(`/v1/instants/${id}/bookings/export?date=${date.date}`, `reservations-${date.date}.csv`)}
        >
          Tableau (CSV)
        </ActButton>
      </div>
      {people.length === 0 ? <p>Personne n’a encore réservé.</p> : null}
      <ul className="rows">
        {people.map((person) => (
          <PersonRow key={person.id} id={id} date={date.date} person={person} />
        ))}
      </ul>
      {paper}
    </>
  )
}

const instantOf = (iso: string) => Temporal.Instant.from(iso)
const momentOf = (iso: string) => deskMoment(Date.parse(iso), presentMoment())

function stateOf({ state, position, cameAt, answerBy }: Person): string {
  if (state === 'came' && cameAt) return `Déjà venu à ${clockText(instantOf(cameAt))}`
  if (state === 'waiting') return `${deskWords.waiting}, ${position}${position === 1 ? 'er' : 'e'}`
  return state === 'offered' && answerBy
    ? `${deskWords.offered}, réponse avant ${momentInWords(Date.parse(answerBy), presentMoment())}`
    : deskWords[state]
}

function PersonRow({ id, date, person }: { id: string; date: string; person: Person }) {
  const [isRemoving, setRemoving] = useState(false)
  const came = useCame(id, date)
  const isIn = person.state === 'came'
  return (
    <li className={`flex wrap ${styles.person}`}>
      <div className={`shrinks anywhere ${styles.words}`}>
        <strong>
          {person.name} · {seatsText(person.seats)}
        </strong>
        <span>{[person.code && `Code ${person.code}`, stateOf(person), person.note].filter(Boolean).join(' · ')}</span>
      </div>
      {person.state === 'held' || isIn ? (
        <Button
          size="small"
          variant={isIn ? 'quiet' : 'secondary'}
          aria-label={isIn ? `${person.name} n’est pas venu` : `${person.name} est venu`}
          needsNetwork
          loading={came.isPending}
          onClick={() => came.mutate({ id: person.id, came: !isIn })}
        >
          {isIn ? 'Pas venu' : 'Venu'}
        </Button>
      ) : null}
      {isIn ? null : (
        <QuietButton aria-label={`Retirer ${person.name}`} onClick={() => setRemoving(true)}>
          Retirer
        </QuietButton>
      )}
      {isRemoving ? <RemovePersonDialog id={id} person={person} onClose={() => setRemoving(false)} /> : null}
    </li>
  )
}

/** A4 for the door: a box, the name, the seats, the code, the note. */
function PeopleSheet({ caption, people }: { caption: string; people: readonly Person[] }) {
  return (
    <PaperTable
      large
      caption={caption}
      headings={['Venu', 'Prénom', 'Places', 'Code', 'Note']}
      rows={people.map((person) => ({
        id: person.id,
        cells: [
          person.state === 'came' ? '☒' : '☐',
          person.name,
          String(person.seats),
          person.code ?? '',
          [person.state === 'waiting' || person.state === 'offered' ? stateOf(person) : '', person.note]
            .filter(Boolean)
            .join('\n'),
        ],
      }))}
    />
  )
}
