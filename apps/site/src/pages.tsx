import type { Content, SitePage } from '@parvis/domain/site/page'
import { typesetHtml } from '@parvis/domain/site/typography.fr'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import alert from './alert.css?inline'
import fiche from './fiche.css?inline'
import forms from './forms.css?inline'
import home from './home.css?inline'
import lists from './lists.css?inline'
import own from './own.css?inline'
import { ActPage, AttestationPage, TownActsPage } from './pages/acts.tsx'
import { TownAgendaPage } from './pages/agenda.tsx'
import { AlertPage, Banner, TownAlertsPage } from './pages/alerts.tsx'
import { BusinessPage } from './pages/business.tsx'
import { InstallPage, OfflinePage, TransferPage } from './pages/device.tsx'
import { DirectoryPage } from './pages/directory.tsx'
import { HomePage } from './pages/home.tsx'
import { InstantPage } from './pages/instant.tsx'
import { MessagePage } from './pages/message.tsx'
import { FollowsPage } from './pages/mine.tsx'
import { OrderPage, OrdersPage } from './pages/orders.tsx'
import { ReportedPage, ReportPage } from './pages/report.tsx'
import { ServicePage, TownServicesPage } from './pages/services.tsx'
import { SettingsPage } from './pages/settings.tsx'
import { SheetPage } from './pages/sheet.tsx'
import { Conversation, Conversations, WritePage } from './pages/talk.tsx'
import { TextPage } from './pages/text.tsx'
import { TicketPage } from './pages/ticket.tsx'
import { TownPage } from './pages/town.tsx'
import { Frame } from './parts/frame.tsx'
import base from './style.css?inline'
import text from './text.css?inline'

const onFiches = base + fiche
const onLists = base + forms + lists
const everywhere = base + forms + home + lists + fiche + own + text

/** The one sheet of each kind of page: what people read first carries 8 kB at most (W-122). */
const sheets: Partial<Record<Content['kind'], string>> = {
  business: onFiches,
  instant: onFiches,
  home: base + forms + home,
  town: onLists,
  directory: onLists,
  agenda: onLists,
  services: onLists,
  acts: onLists,
  service: base,
  message: base + forms,
}

/** The sheet that is written in a page of that kind; the server allows it by its hash (W-107). */
export const styleOf = ({ content, alert: shown }: Pick<SitePage, 'content' | 'alert'>): string =>
  (sheets[content.kind] ?? everywhere) + (shown ? alert : '')

export { fragmentParts, renderFragment } from './fragment.tsx'

/** The whole document of a page. */
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
  act: ActPage,
  attestation: AttestationPage,
  alerts: TownAlertsPage,
  alert: AlertPage,
  follows: FollowsPage,
  settings: SettingsPage,
  write: WritePage,
  order: OrderPage,
  orders: OrdersPage,
  ticket: TicketPage,
  conversations: Conversations,
  conversation: Conversation,
  transfer: TransferPage,
  install: InstallPage,
  offline: OfflinePage,
  report: ReportPage,
  reported: ReportedPage,
}

function bodyOf(content: Content, page: SitePage): ReactNode {
  const Body = pages[content.kind] as (props: { content: Content; page: SitePage }) => ReactNode
  return <Body content={content} page={page} />
}
