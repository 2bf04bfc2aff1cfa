import type { Content, SitePage } from '@parvis/domain/site/page'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { TownAgendaPage } from './pages/agenda.tsx'
import { BusinessPage } from './pages/business.tsx'
import { DirectoryPage } from './pages/directory.tsx'
import { HomePage } from './pages/home.tsx'
import { InstantPage } from './pages/instant.tsx'
import { MessagePage } from './pages/message.tsx'
import { FollowsPage, InstallPage, OfflinePage, TransferPage } from './pages/mine.tsx'
import { OrderPage, TicketPage } from './pages/orders.tsx'
import { ReportedPage, ReportPage } from './pages/report.tsx'
import { ServicePage, TownServicesPage } from './pages/services.tsx'
import { SettingsPage } from './pages/settings.tsx'
import { SheetPage } from './pages/sheet.tsx'
import { Conversation, Conversations, WritePage } from './pages/talk.tsx'
import { TextPage } from './pages/text.tsx'
import { TownPage } from './pages/town.tsx'
import { Frame } from './parts/frame.tsx'
import css from './style.css?inline'

/** The one sheet of all pages; the server allows it by its hash (W-107). */
export const styles: string = css

/** The whole document of a page. */
export function renderPage(page: SitePage): string {
  const html = renderToStaticMarkup(
    <Frame page={page} css={css}>
      {bodyOf(page.content, page)}
    </Frame>,
  )
  return `<!doctype html>${html}`
}

type Pages = {
  [K in Content['kind']]?: (props: { content: Extract<Content, { kind: K }>; page: SitePage }) => ReactNode
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
  follows: FollowsPage,
  settings: SettingsPage,
  write: WritePage,
  order: OrderPage,
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
  const Body = pages[content.kind] as ((props: { content: Content; page: SitePage }) => ReactNode) | undefined
  return Body ? <Body content={content} page={page} /> : null
}
