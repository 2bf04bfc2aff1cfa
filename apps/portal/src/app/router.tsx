import type { HistoryAction, HistoryLocation } from '@tanstack/history'
import {
  Component,
  type ComponentType,
  type ReactNode,
  Suspense,
  startTransition,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react'
import { LoginPage } from '../features/access/login-page.tsx'
import { isMissingFile } from '../lib/error-report.ts'
import { browserHistory, intents, keepScroll, navigate, placeScroll } from '../lib/history.ts'
import { PageContext } from '../lib/router.tsx'
import { type PageRoute, pages } from '../lib/routes.ts'
import { browserStorage, readStored } from '../lib/storage.ts'
import { PageLoader } from '../ui/page-loader.tsx'
import { Redirect, redirectFromHome, redirectSignedIn } from './guards.ts'
import { RouteError } from './route-error.tsx'
import { nameTab } from './tab-title.ts'

type Frame = ComponentType<{ children: ReactNode }>
type Files = { Page: ComponentType; Frame?: Frame }
type Route = {
  path: string
  title?: string
  isSignedIn?: boolean
  guard?: (asked: HistoryLocation) => unknown
  load: () => Files | Promise<Files>
}
/** What is drawn: a page in its frame, an error in the place of the page, or neither yet. */
type Screen = {
  entry: HistoryLocation
  /** By the browser's buttons, or a reload. */
  isBack: boolean
  params: Record<string, string>
  route?: Route | undefined
  error?: unknown
} & Partial<Files>

/** Milliseconds after which a page that is still being fetched shows a loader in the place of the former one. */
const loaderDelay = 250

const modules = import.meta.glob<Record<string, ComponentType>>([
  '../features/**/*-page{,s}.tsx',
  './messages-screen.tsx',
  // Of no signed-in route: the first visit would download their names.
  '!../features/**/{login,join,registration}-page.tsx',
])

const notFound = async (): Promise<Files> => ({ Page: (await import('../ui/not-found-page.tsx')).NotFoundPage })

/** A page of a session with a completed company; the guards are a file of their own, for the weight of /login. */
function pageOf([path, title, module, name, guard]: PageRoute): Route {
  const load = modules[`../${module}.tsx`] ?? modules[`./${module}.tsx`]
  return {
    path,
    title,
    isSignedIn: true,
    guard: async (asked) => (await import('./require-company.ts')).requireCompany(asked, guard),
    load: async () => {
      const [{ SignedInLayout }, file] = await Promise.all([import('./signed-in-layout.tsx'), load?.()])
      return { ...(file?.[name] ? { Page: file[name] } : await notFound()), Frame: SignedInLayout }
    },
  }
}

const registrationTypes = ['commerce', 'association', 'entreprise', 'mairie']
const registration: Omit<Route, 'path'> = {
  title: 'Inscription',
  guard: ({ pathname }) => {
    const type = pathname.split('/')[2]
    if (!type || registrationTypes.includes(type)) return
    throw new Redirect({ to: '/inscription/$type', params: { type: 'commerce' }, search: true })
  },
  load: async () => {
    const [frame, page] = await Promise.all([import('./registration-layout.tsx'), import('./registration-screen.tsx')])
    return { Frame: frame.RegistrationLayout, Page: page.RegistrationScreen }
  },
}
const formerRegistration: Omit<Route, 'path'> = {
  guard: ({ pathname, search }) => {
    throw new Redirect({ href: pathname.replace('registration', 'inscription') + search })
  },
  load: notFound,
}

const routes: readonly Route[] = [
  { path: '/', guard: redirectFromHome, load: notFound },
  // The only page that is not lazy: it is what a first visit shows, and it is small.
  { path: '/login', title: 'Connexion', guard: redirectSignedIn, load: () => ({ Page: LoginPage }) },
  {
    path: '/rejoindre',
    title: 'Rejoindre une équipe',
    load: async () => ({ Page: (await import('../features/access/join-page.tsx')).JoinPage }),
  },
  { path: '/inscription', ...registration },
  { path: '/inscription/$type', ...registration },
  { path: '/registration', ...formerRegistration },
  { path: '/registration/$type', ...formerRegistration },
  ...pages.map(pageOf),
]
const patterns = routes.map(({ path }) => new RegExp(`^${path.replace(/\$(\w+)/g, '(?<$1>[^/]+)')}/?$`, 'i'))

function match(pathname: string): Pick<Screen, 'route' | 'params'> {
  const found = patterns.findIndex((pattern) => pattern.test(pathname))
  return { route: routes[found], params: { ...patterns[found]?.exec(pathname)?.groups } }
}

async function load(screen: Screen): Promise<Screen | Redirect | undefined> {
  const { entry, route } = screen
  const { guard, isSignedIn, load: files }: Omit<Route, 'path'> = route ?? { load: notFound }
  // Beside what its guard asks of the server; who is signed out is led away first.
  const early = isSignedIn && readStored('token') ? Promise.resolve(files()) : undefined
  early?.catch(() => undefined)
  try {
    await guard?.(entry)
  } catch (error) {
    return error instanceof Redirect ? error : { ...screen, error }
  }
  try {
    return { ...screen, ...(await (early ?? files())) }
  } catch (error) {
    return withoutFiles(screen, error)
  }
}

/** A newer release has other files. Offline a page is missing too, whatever the browser calls it: its error has a retry. */
function withoutFiles(screen: Screen, error: unknown): Screen | undefined {
  const { entry } = screen
  if (!navigator.onLine) return { ...screen, ...framed(entry), error: new TypeError('Load failed') }
  return isMissingFile(error) && reloadOnce(entry) ? undefined : { ...screen, ...framed(entry), error }
}

function reloadOnce({ pathname }: HistoryLocation): boolean {
  const tab = browserStorage('sessionStorage')
  if (tab.getItem('reloaded') === pathname || !tab.setItem('reloaded', pathname)) return false
  window.location.reload()
  return true
}

let drawn: Screen | undefined
let draw = (screen: Screen): void => {
  drawn = screen
}
let turn = 0

/**
 * Shows the page of an address; one asked for meanwhile takes its turn. An entry replaced by another query of its page, e.g. a filter,
 * is drawn at once, before its guards: a box that somebody ticked stays so.
 */
async function show(entry: HistoryLocation, how: HistoryAction): Promise<void> {
  turn += 1
  const mine = turn
  const asked = { ...match(entry.pathname), entry, isBack: how !== 'PUSH' && how !== 'REPLACE' }
  const same = how === 'REPLACE' ? wholeAt(entry.pathname) : undefined
  if (same) draw({ ...same, ...asked })
  const wait = setTimeout(() => !same && mine === turn && drawSoon({ ...asked, ...framed(entry) }), loaderDelay)
  const screen = await load(asked)
  clearTimeout(wait)
  // Of a page that somebody has left meanwhile neither the redirect nor the drawing counts.
  if (!screen || mine !== turn) return
  if (screen instanceof Redirect) return navigate({ ...screen.target, replace: true, ignoreBlocker: true })
  if (!same || screen.Page !== same.Page) drawSoon(screen)
}

/** The page drawn, when it is that of the path. */
const wholeAt = (pathname: string): Screen | undefined =>
  drawn?.Page && drawn.error === undefined && drawn.entry.pathname === pathname ? drawn : undefined

/** In a transition, so that a tap is answered before the next page is drawn. */
const drawSoon = (screen: Screen) => startTransition(() => draw(screen))

/** A page that waits keeps the frame that it will have. */
function framed({ pathname }: HistoryLocation): Pick<Screen, 'Frame'> {
  const isSame = match(pathname).route?.isSignedIn === true && drawn?.route?.isSignedIn === true
  return isSame && drawn?.Frame ? { Frame: drawn.Frame } : {}
}

/** Begins to follow the address; resolves once its first page can be drawn. */
export function startRouter(): Promise<void> {
  const tab = browserHistory()
  let left = tab.location
  history.scrollRestoration = 'manual'
  addEventListener('pagehide', () => keepScroll(tab.location))
  tab.subscribe(({ location, action: { type } }) => {
    // A step back that somebody refused.
    if (location === left && type !== 'REPLACE') return
    keepScroll(left)
    left = location
    void show(location, type)
  })
  intents.on((href) => {
    // A failure shows once the link is followed.
    void Promise.resolve(match(href.split(/[?#]/)[0] ?? '').route?.load()).catch(() => undefined)
  })
  return show(left, 'GO')
}

export function Router() {
  const [screen, setScreen] = useState(drawn)
  useLayoutEffect(() => {
    draw = (next) => {
      drawn = next
      setScreen(next)
    }
    setScreen(drawn)
  }, [])
  useEffect(() => {
    if (!screen || (!screen.Page && screen.error === undefined)) return
    if (screen.route?.title) nameTab(screen.route.title)
    placeScroll(screen.entry, screen.isBack)
    // A list drawn from here on, of another tab of the page, comes in parts (useFirstPart).
    screen.isBack = false
  }, [screen])
  if (!screen) return <PageLoader />
  const { Page = PageLoader, Frame, route, error } = screen
  const page = (
    <Catch key={route?.path} screen={screen}>
      <Suspense fallback={<PageLoader />}>{error === undefined ? <Page /> : <RouteError error={error} />}</Suspense>
    </Catch>
  )
  return (
    <PageContext value={screen}>
      <Catch screen={screen}>{Frame ? <Frame>{page}</Frame> : page}</Catch>
    </PageContext>
  )
}

/** An error thrown while a page is drawn takes the place of the page, until the next is shown. */
class Catch extends Component<{ screen: Screen; children: ReactNode }, { screen: Screen; error?: unknown }> {
  override state: { screen: Screen; error?: unknown } = { screen: this.props.screen }

  static getDerivedStateFromError = (error: unknown) => ({ error })
  static getDerivedStateFromProps = ({ screen }: { screen: Screen }, state: { screen: Screen }) =>
    screen === state.screen ? null : { screen, error: undefined }

  override render() {
    return this.state.error === undefined ? this.props.children : <RouteError error={this.state.error} />
  }
}
