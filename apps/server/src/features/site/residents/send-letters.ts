import { parisDay, parisOf } from '@parvis/domain/kernel/paris-time'
import { letterWeekday } from '@parvis/domain/residents/letter'
import { type LetterNews, newsLetter, stillWantedLetter } from '@parvis/domain/residents/letter.fr'
import { clockText, shortDay } from '@parvis/domain/site/when.fr'
import { instantSlug } from '@parvis/domain/towns/slug'
import { transaction } from '@parvis/postgres'
import type { Config } from '../../../config.ts'
import { readNow, toDate, toInstant } from '../../../db/clock.ts'
import type { Transaction } from '../../../db/database.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { PeriodicTask } from '../../../jobs/job.ts'
import { listBookingsToCome } from '../../bookings/index.ts'
import {
  askSilentLetters,
  type DueLetter,
  endSilentLetters,
  enqueueMail,
  lockDueLetters,
  markLetters,
  ticketUrl,
} from '../../notices/index.ts'
import { businessUrl, residentHome } from '../addresses.ts'
import { bookingLink } from './booking-tasks.ts'
import { listNewsOfReaders, listOrdersToCome, type NewsOfReader, type OrderToCome } from './news.queries.ts'

const mailboxesAtOnce = 200
const maxNews = 200
/** What is being published meanwhile is read the next time: its transaction may be dated before it can be seen. */
const settleSeconds = 10

/** The letters whose hour has come: read, enqueued and marked in one transaction, so that a kill repeats the page or nothing. */
export const lettersTask: PeriodicTask = {
  name: 'letters',
  everySeconds: 5,
  run: async (deps) => {
    const { gateways, config } = deps
    if (!gateways.mail.isServed || !config.residentUrl) return
    while ((await transaction(deps.db, (tx) => writeLetters(tx, config))) === mailboxesAtOnce);
  },
}

async function writeLetters(tx: Transaction, config: Config): Promise<number> {
  const now = await readNow(tx)
  const { hour, minute, dayOfWeek } = parisOf(now)
  const day = parisDay(now).toString()
  const asked = { day, minutes: hour * 60 + minute, isWeekday: dayOfWeek === letterWeekday }
  const due = await lockDueLetters(tx, asked, mailboxesAtOnce)
  if (due.length === 0) return 0
  const until = toDate(now.subtract({ seconds: settleSeconds }))
  const news = Map.groupBy(await listNewsOfReaders(tx, due, until, maxNews), ({ userId }) => userId)
  const orders = Map.groupBy(await listOrdersToCome(tx, [...news.keys()]), ({ userId }) => userId)
  const bookings = Map.groupBy(await listBookingsToCome(tx, [...news.keys()]), ({ userId }) => userId)
  const mailboxes = Map.groupBy(due, ({ mailbox }) => mailbox.toString('base64url'))
  for (const [mailbox, readers] of mailboxes) {
    const items = newsOnce(readers, news)
    if (items.length === 0) continue
    const letter = newsLetter({
      news: items.map((item) => shownNews(config, item)),
      toCome: readers.flatMap(({ userId }) => [
        ...(bookings.get(userId) ?? []).map(({ id, title, at }) => ({
          text: `${title}, ${momentOf(at)}`,
          url: bookingLink(config, id),
        })),
        ...(orders.get(userId) ?? []).map((order) => shownOrder(config, order)),
      ]),
      url: `${residentHome(config)}/mes-abonnements`,
    })
    await enqueueMail(tx, { key: `letter-${mailbox}-${day}`, to: { mailbox }, letter })
  }
  await markLetters(tx, due, day, until)
  return mailboxes.size
}

/** The news of all devices of a mailbox, newest first, each once. */
function newsOnce(readers: readonly DueLetter[], news: ReadonlyMap<number, NewsOfReader[]>): NewsOfReader[] {
  const all = readers.flatMap(({ userId }) => news.get(userId) ?? [])
  const once = new Map(all.map((item) => [`${item.kind} ${item.id} ${item.at.getTime()}`, item]))
  return [...once.values()].toSorted((a, b) => b.at.getTime() - a.at.getTime())
}

function shownNews(config: Config, item: NewsOfReader): LetterNews {
  const { kind, title, text, companyName: company, startsAt } = item
  const path = kind === 'broadcast' ? '' : `/${instantSlug(title)}-${item.id}`
  const url = `${businessUrl(config, item)}${path}`
  return { kind, company, title, text, url, when: startsAt ? momentOf(startsAt) : undefined }
}

const shownOrder = (config: Config, { company, id, at }: OrderToCome) => ({
  text: `${company}, ${momentOf(at)}`,
  url: `${residentHome(config)}/mes-commandes/${id}`,
})

/** `samedi 14 mars, 18 h`: no « demain », whoever reads it another day. */
function momentOf(date: Date): string {
  const moment = toInstant(date)
  return `${shortDay(parisDay(moment))}, ${clockText(moment)}`
}

const askedAtOnce = 500

/** After 36 months without a visit or a click one mail asks; 30 days of silence end the letter. */
export const silentLettersTask: PeriodicTask = {
  name: 'silent-letters',
  everySeconds: 600,
  run: async ({ db, config, gateways }: Dependencies) => {
    if (!gateways.mail.isServed || !config.residentUrl) return
    await transaction(db, async (tx) => {
      await endSilentLetters(tx)
      for (const mailbox of new Set(
        (await askSilentLetters(tx, askedAtOnce)).map((hash) => hash.toString('base64url')),
      )) {
        const url = ticketUrl({ ...config, publicUrl: residentHome(config) }, 'confirm', mailbox)
        const key = `still-wanted-${mailbox}`
        await enqueueMail(tx, { key, to: { mailbox }, letter: stillWantedLetter(url) })
      }
    })
  },
}
