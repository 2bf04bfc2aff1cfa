/** What the company has done with a conversation; a resident's message opens it again. */
export const triages = ['open', 'waiting', 'closed'] as const
export type Triage = (typeof triages)[number]

/** The filters of the list of conversations, counted by the server (Q-115, time-and-orders.md 17.7). */
export const inboxFilters = ['to_answer', 'unread', 'waiting', 'closed'] as const
export type InboxFilter = (typeof inboxFilters)[number]

export type Sorted = { triage: Triage; lastHuman: 'resident' | 'company' | null; unread: number }

/** The last word of a person is the resident's and nobody closed it: opening is not answering. */
export function isToAnswer({ triage, lastHuman }: Pick<Sorted, 'triage' | 'lastHuman'>): boolean {
  return lastHuman === 'resident' && triage !== 'closed'
}

const tests: Record<InboxFilter, (sorted: Sorted) => boolean> = {
  to_answer: isToAnswer,
  unread: ({ unread }) => unread > 0,
  waiting: ({ triage }) => triage === 'waiting',
  closed: ({ triage }) => triage === 'closed',
}

export function passesFilter(filter: InboxFilter | undefined, sorted: Sorted): boolean {
  return filter === undefined || tests[filter](sorted)
}

/** Characters of an internal note (time-and-orders.md 5.2). */
export const maxNote = 2_000
