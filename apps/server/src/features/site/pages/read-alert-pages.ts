import { levelNames } from '@parvis/domain/alerts/alert'
import { alertTexts } from '@parvis/domain/alerts/alerts.refusals.fr'
import { counted } from '@parvis/domain/kernel/french-format'
import type { AlertBanner, AlertContent } from '@parvis/domain/site/duties-page'
import type { ListContent } from '@parvis/domain/site/shown'
import { officialMoment } from '@parvis/domain/site/when.fr'
import { ofTown } from '@parvis/domain/towns/slug'
import { toInstant } from '../../../db/clock.ts'
import { alertPath, type CurrentAlert, findAlert, listPublicAlerts, type StoredAlert } from '../../alerts/index.ts'
import type { Town } from '../../towns/index.ts'
import { linkTo } from '../addresses.ts'
import { findTownHall } from '../businesses.queries.ts'
import { caching } from '../hosts/page-answer.ts'
import { leadTo, type PageRead, type Reading, tagOf, tagOfTown, underTown } from './reading.ts'
import { messagePage, notFound } from './show-message.ts'

/** Months for which residents read an alert; its journal is kept for five years. */
const shownMonths = 12

/** `/{ville}/alertes` and its pages: of exercises and of what was only written there is none. */
export async function readAlertPages(reading: Reading, town: Town): Promise<PageRead> {
  const [, , third, fourth] = reading.address.words
  if (fourth !== undefined) return notFound(town)
  if (third === undefined) return await readList(reading, town)
  const alert = await findShown(reading, town, third)
  if (!alert) return notFound(town)
  if (isOld(reading, alert)) return { ...over(), tags: [tagOfTown(town)] }
  return leadTo(reading, alertPath(alert), [tagOfTown(town)]) ?? (await readAlertPage(reading, town, alert))
}

async function findShown({ deps }: Reading, town: Town, word: string): Promise<StoredAlert | undefined> {
  const [, id] = /-?(\d{1,15})$/.exec(word) ?? []
  const alert = id === undefined ? undefined : await findAlert(deps.db, Number(id))
  return alert?.town === town.code && alert.sentAt && !alert.exercise ? alert : undefined
}

const isOld = ({ now }: Reading, { sentAt }: StoredAlert): boolean =>
  sentAt !== null &&
  toInstant(sentAt).toZonedDateTimeISO('Europe/Paris').add({ months: shownMonths }).epochMilliseconds <
    now.epochMilliseconds

const over = () =>
  messagePage(410, caching.gone, {
    heading: 'Cette alerte est ancienne.',
    sentences: ['Sa page n’est plus montrée.'],
    links: [],
  })

const alertsOf = ({ slug }: Town) => ({ href: `/${slug}/alertes`, name: 'Alertes' })

async function readList(reading: Reading, town: Town): Promise<PageRead> {
  const alerts = await listPublicAlerts(reading.deps.db, town.code, shownMonths)
  const current = alerts.filter(({ endedAt }) => !endedAt)
  const heading = `Alertes ${ofTown(town.name)}`
  const content: ListContent<'alerts'> = {
    kind: 'alerts',
    heading,
    groups: [
      { title: 'En cours', lines: current.map(lineOf) },
      { title: 'Terminées', lines: alerts.filter(({ endedAt }) => endedAt).map(lineOf) },
    ],
    empty: alerts.length > 0 ? null : 'Aucune alerte en cours.',
    honest: alertTexts.honest,
  }
  return {
    page: {
      ...underTown(reading, town, alertsOf(town)),
      title: heading,
      description: `Les alertes de la mairie ${ofTown(town.name)}.`,
      isIndexed: true,
      content,
    },
    tags: [tagOfTown(town)],
  }
}

const lineOf = (alert: StoredAlert) => ({
  href: alertPath(alert),
  name: alert.title,
  level: alert.level,
  label: levelNames[alert.level],
  facts: `${stateOf(alert)}, envoyée le ${officialMoment(toInstant(alert.sentAt ?? alert.writtenAt))}`,
})

function stateOf({ endedAt, replacedBy }: StoredAlert): string {
  if (replacedBy !== null) return 'Corrigée'
  return endedAt ? 'Terminée' : 'En cours'
}

async function readAlertPage(reading: Reading, town: Town, alert: StoredAlert): Promise<PageRead> {
  const { db } = reading.deps
  const hall = await findTownHall(db, town.code)
  const others = [alert.replacedBy, alert.replaces].map(async (id) =>
    id === null ? undefined : await findAlert(db, id),
  )
  const [next, former] = await Promise.all(others)
  const linkOf = (text: string, one: StoredAlert | undefined) =>
    one ? [{ text, link: { href: alertPath(one), name: one.title } }] : []
  const moment = (at: Date) => officialMoment(toInstant(at))
  const content: AlertContent = {
    kind: 'alert',
    id: alert.id,
    level: alert.level,
    label: levelNames[alert.level],
    heading: alert.title,
    text: alert.text,
    state: stateOf(alert),
    isOver: alert.endedAt !== null,
    hours: [
      `Envoyée le ${moment(alert.sentAt ?? alert.writtenAt)}`,
      alert.endedAt ? `Terminée le ${moment(alert.endedAt)}` : `Valable jusqu’au ${moment(alert.until)}`,
    ],
    endText: alert.endText,
    hall: hall ? linkTo(hall) : null,
    others: [...linkOf('Corrigée par', next), ...linkOf('Corrige', former)],
    honest: alertTexts.honest,
  }
  return {
    page: {
      ...underTown(reading, town, alertsOf(town), { href: alertPath(alert), name: alert.title }),
      title: `${levelNames[alert.level]} : ${alert.title}`,
      description: alert.text.slice(0, 160),
      isIndexed: !alert.endedAt,
      content,
    },
    tags: [tagOfTown(town), ...(hall ? [tagOf(hall.id)] : [])],
  }
}

/** What stands before the header of every page of the town: the gravest alert, and how many others hold. */
export function bannerOf(alerts: readonly CurrentAlert[], home: string): AlertBanner | undefined {
  const [first, ...others] = alerts
  if (!first) return undefined
  return {
    level: first.level,
    label: levelNames[first.level],
    title: first.title,
    hour: officialMoment(toInstant(first.sentAt)),
    href: `${home}${alertPath(first)}`,
    others: others.length === 0 ? null : `et ${counted(others.length, 'autre alerte', 'autres alertes')}`,
  }
}
