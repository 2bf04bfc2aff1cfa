import { seatedText } from '@parvis/domain/bookings/booking-texts.fr'
import { takenText } from '@parvis/domain/bookings/seats'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../api/query.ts'
import { upcomingQuery } from '../../../lib/numbers.ts'
import { presentMoment } from '../../../lib/present.ts'

type SeatedNoteProps = {
  id: number
  /** The name of one date; of all that are to come when absent. */
  date?: string | undefined
}

/** How many people would be told: before a date is cancelled, moved or deleted. */
export function SeatedNote({ id, date }: SeatedNoteProps) {
  const { data } = useQuery(query('GET /v1/instants/:id/bookings', { params: { id }, query: {} }))
  const concerned =
    data?.dates.filter((one) => (date ? one.date === date : Date.parse(one.end) > presentMoment())) ?? []
  const seats = concerned.reduce((sum, { taken }) => sum + taken, 0)
  return seats === 0 ? null : <p role="status">{seatedText(seats)}</p>
}

/** `17 sur 20`, of the next date that takes bookings. */
export function useSeatsOf(id: number): string | undefined {
  const { data } = useQuery(upcomingQuery)
  const next = data?.find((one) => one.id === id)
  return next?.seats == null ? undefined : takenText(next.seats - (next.seatsLeft ?? 0), next.seats)
}
