import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { queryClient } from '../api/query-client.ts'
import { LoginPage } from '../features/access/login-page.tsx'
import { NotFoundPage } from '../ui/not-found-page.tsx'
import { PageLoader } from '../ui/page-loader.tsx'
import { parseSearch, type RouterContext, redirectFromHome, redirectSignedIn, stringifySearch } from './guards.ts'
import { offlineOrThrow, RouteError } from './route-error.tsx'
import { type PageRoute, pages } from './routes.ts'

const root = createRootRouteWithContext<RouterContext>()({ component: Outlet, notFoundComponent: NotFoundPage })

// Pages of signed-out visitors: no file of the signed-in part is loaded.
const home = createRoute({ getParentRoute: () => root, path: '/', beforeLoad: redirectFromHome })
const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  staticData: { title: 'Connexion' },
  beforeLoad: redirectSignedIn,
  // The only page that is not lazy: it is what a first visit shows, and it is small.
  component: LoginPage,
})

const join = createRoute({
  getParentRoute: () => root,
  path: '/rejoindre',
  staticData: { title: 'Rejoindre une équipe' },
  component: lazyRouteComponent(() => import('../features/access/join-page.tsx'), 'JoinPage'),
})

const registrationPage = lazyRouteComponent(() => import('./registration-screen.tsx'), 'RegistrationScreen')
const registrationLayout = createRoute({
  getParentRoute: () => root,
  id: 'registration-layout',
  component: lazyRouteComponent(() => import('./registration-layout.tsx'), 'RegistrationLayout'),
})
const registration = createRoute({
  getParentRoute: () => registrationLayout,
  path: '/inscription',
  staticData: { title: 'Inscription' },
  component: registrationPage,
})
const registrationOfType = createRoute({
  getParentRoute: () => registrationLayout,
  path: '/inscription/$type',
  staticData: { title: 'Inscription' },
  beforeLoad: ({ params }) => {
    if (['commerce', 'association', 'entreprise', 'mairie'].includes(params.type)) return
    throw redirect({ to: '/inscription/$type', params: { type: 'commerce' }, search: true, replace: true })
  },
  component: registrationPage,
})
const formerRegistration = createRoute({
  getParentRoute: () => root,
  path: '/registration',
  beforeLoad: () => {
    throw redirect({ to: '/inscription', search: true, replace: true })
  },
})
const formerRegistrationOfType = createRoute({
  getParentRoute: () => root,
  path: '/registration/$type',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/inscription/$type', params, search: true, replace: true })
  },
})

// Pages of a session with a completed company; their guards are a file of their own, for the weight of /login.
const signedInGuards = () => import('./require-company.ts')
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: async (guarded) => (await signedInGuards()).requireCompany(guarded),
  component: lazyRouteComponent(() => import('./signed-in-layout.tsx'), 'SignedInLayout'),
})
const modules = import.meta.glob<Record<string, ComponentType>>(['../features/**/*-page{,s}.tsx', './*-screen.tsx'])

function pageOf<P extends string>(path: P, [, title, module, name, guard]: PageRoute) {
  const load = modules[`../${module}.tsx`] ?? modules[`./${module}.tsx`]
  return createRoute({
    getParentRoute: () => signedIn,
    path,
    staticData: { title },
    beforeLoad: async (guarded) => guard && (await signedInGuards())[guard](guarded),
    component: lazyRouteComponent(async () => (await load?.().catch(offlineOrThrow)) ?? {}, name),
  })
}

type RoutesOf<T extends readonly PageRoute[]> = { -readonly [I in keyof T]: ReturnType<typeof pageOf<T[I][0]>> }
// `map` forgets which path stands where, which types each `to`.
const pageRoutes = pages.map((page) => pageOf(page[0], page)) as unknown as RoutesOf<typeof pages>

/** The router of this tab, made once: it listens to the history from then on. */
export function createPortalRouter() {
  return createRouter({
    routeTree: root.addChildren([
      home,
      login,
      join,
      formerRegistration,
      formerRegistrationOfType,
      registrationLayout.addChildren([registration, registrationOfType]),
      signedIn.addChildren(pageRoutes),
    ]),
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingMs: 250,
    defaultPendingComponent: PageLoader,
    defaultErrorComponent: RouteError,
    scrollRestoration: true,
  })
}

export type PortalRouter = ReturnType<typeof createPortalRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: PortalRouter
  }
  interface StaticDataRouteOption {
    title?: string
  }
}
