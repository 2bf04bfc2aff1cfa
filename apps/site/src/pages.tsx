import type { BusinessContent, Content, SitePage } from '@parvis/domain/site/page'
import { typesetHtml } from '@parvis/domain/site/typography.fr'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import agenda from './agenda.css?inline'
import alert from './alert.css?inline'
import cards from './cards.css?inline'
import fiche from './fiche.css?inline'
import follow from './follow.css?inline'
import forms from './forms.css?inline'
import home from './home.css?inline'
import instant from './instant.css?inline'
import chips from './lists.css?inline'
import own from './own.css?inline'
import { TownAgendaPage } from './pages/agenda.tsx'
import { AlertPage, Banner, ListPage } from './pages/alerts.tsx'
import { BusinessPage } from './pages/business.tsx'
import { InstallPage, OfflinePage, TransferPage } from './pages/device.tsx'
import { DirectoryPage } from './pages/directory.tsx'
import { HomePage } from './pages/home.tsx'
import { InstantPage } from './pages/instant.tsx'
import { MessagePage } from './pages/message.tsx'
import { FollowsPage } from './pages/mine.tsx'
import { OrderPage } from './pages/orders.tsx'
import { ReportPage } from './pages/report.tsx'
import { ServicePage, TownActsPage, TownServicesPage } from './pages/services.tsx'
import { SettingsPage } from './pages/settings.tsx'
import { SheetPage } from './pages/sheet.tsx'
import { Conversation, WritePage } from './pages/talk.tsx'
import { TextPage } from './pages/text.tsx'
import { BookingTicketPage, TicketPage } from './pages/ticket.tsx'
import { TownPage } from './pages/town.tsx'
import { Frame } from './parts/frame.tsx'
import strip from './strip.css?inline'
import base from './style.css?inline'
import text from './text.css?inline'
import tiles from './tiles.css?inline'

const lists = base + forms + chips
const everywhere = lists + home + agenda + cards + follow + fiche + instant + own + text

/** The one sheet of each kind of page: what people read first carries 8 kB at most. */
const sheets: Partial<Record<Content['kind'], string>> = {
  business: base + cards + follow + fiche,
  instant: base + forms + cards + follow + instant,
  home: base + forms + home,
  town: lists + cards + tiles,
  directory: lists + cards,
  agenda: lists + strip + agenda,
  services: base + cards + tiles,
  acts: lists + agenda,
  service: base,
  message: base + forms,
}

const partsOf = ({ services, photos, clickAndCollect }: BusinessContent): string =>
  [services?.length ? tiles : '', photos.length || clickAndCollect?.pictures.length ? strip : ''].join('')

/** The sheet that is written in a page of that kind; the server allows it by its hash. */
export const styleOf = ({ content, alert: shown }: Pick<SitePage, 'content' | 'alert'>): string =>
  [sheets[content.kind] ?? everywhere, content.kind === 'business' ? partsOf(content) : '', shown ? alert : ''].join('')

export { fragmentParts, renderFragment } from './fragment.tsx'

export function renderPage(page: SitePage): string {
  const html = renderToStaticMarkup(
    <Frame page={page} css={styleOf(page)} banner={<Banner page={page} />}>
      {bodyOf(page.content, page)}
    </Frame>,
  )
  const body = html.indexOf('<body')
  return `<!doctype html>${html.slice(0, body)}${typesetHtml(html.slice(body))}`
}

type Pages = {
  [K in Content['kind']]: (props: { content: Extract<Content, { kind: K }>; page: SitePage }) => ReactNode
}

const pages: Pages = {
  message: MessagePage,
  business: BusinessPage,
  instant: InstantPage,
  home: HomePage,
  town: TownPage,
  directory: DirectoryPage,
  agenda: TownAgendaPage,
  services: TownServicesPage,
  service: ServicePage,
  sheet: SheetPage,
  text: TextPage,
  acts: TownActsPage,
  alerts: ListPage,
  alert: AlertPage,
  follows: FollowsPage,
  settings: SettingsPage,
  write: WritePage,
  order: OrderPage,
  orders: ListPage,
  ticket: TicketPage,
  booking: BookingTicketPage,
  conversations: ListPage,
  conversation: Conversation,
  transfer: TransferPage,
  install: InstallPage,
  offline: OfflinePage,
  report: ReportPage,
}

function bodyOf(content: Content, page: SitePage): ReactNode {
  const Body = pages[content.kind] as (props: { content: Content; page: SitePage }) => ReactNode
  return <Body content={content} page={page} />
}
