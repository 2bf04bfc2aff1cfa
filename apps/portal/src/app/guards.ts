import { offersOf } from '@parvis/domain/kernel/business-type'
import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { endsSession } from '../lib/api-error.ts'
import { openDrafts } from '../lib/drafts.ts'
import { type Company, companyQuery, configurationQuery, ownershipQuery, sessionQuery } from '../lib/session.ts'
import { readSlice } from '../lib/storage.ts'

export type RouterContext = { queryClient: QueryClient }
type Guarded = { context: RouterContext }

/** `/`: the company page for who is signed in, the sign-in page for the others. */
export function redirectFromHome(): never {
  throw redirect({ to: readSlice('token').status === 'succeeded' ? '/company' : '/login', replace: true })
}

/** A page of a company: needs a session and a company with a category. */
export async function requireCompany({
  context,
  location,
}: Guarded & { location: { href: string } }): Promise<{ company: Company }> {
  if (readSlice('token').status === 'failed') throw redirect({ to: '/login', replace: true })
  const { queryClient } = context
  // Prefetched in parallel with the guard: a page is not worth a second round trip.
  void queryClient.prefetchQuery(sessionQuery)
  void queryClient.prefetchQuery(configurationQuery)
  const [owned] = await orLogin(queryClient.ensureQueryData(ownershipQuery), location.href)
  if (!owned?.category) throw redirect({ to: '/inscription', replace: true })
  const [company] = await orLogin(
    Promise.all([
      queryClient.ensureQueryData(companyQuery(owned.companyId)),
      queryClient.ensureQueryData(sessionQuery).then(({ user }) => openDrafts(user.id)),
    ]),
    location.href,
  )
  return { company }
}

/** `/login` is for who is signed out (A-004, AMB-13). */
export async function redirectSignedIn({ context }: Guarded): Promise<void> {
  if (readSlice('token').status === 'failed') return
  const owned = await homeOf(context.queryClient)
  if (owned) throw redirect({ to: owned, replace: true })
}

/** The page of a signed-in user; undefined when the session turned out to be over. */
async function homeOf(queryClient: QueryClient): Promise<'/company' | '/inscription' | undefined> {
  try {
    const [owned] = await queryClient.ensureQueryData(ownershipQuery)
    return owned?.category ? '/company' : '/inscription'
  } catch (error) {
    if (endsSession(error)) return undefined
    throw error
  }
}

/** Plans are not for town halls (S-002). */
export function refuseTownHall({ context }: { context: { company: Company } }): void {
  if (!offersOf(context.company.type).subscriptionPage) throw redirect({ to: '/company', replace: true })
}

/** Municipal services are for town halls only (V-001). */
export function requireTownHall({ context }: { context: { company: Company } }): void {
  if (!offersOf(context.company.type).municipalServices) throw redirect({ to: '/company', replace: true })
}

/** Statistics are for super admins only (T-003). */
export async function requireSuperAdmin({ context }: Guarded): Promise<void> {
  const { isSuperAdmin } = await context.queryClient.ensureQueryData(sessionQuery)
  if (!isSuperAdmin) throw redirect({ to: '/company', replace: true })
}

/** `page`: the address to return to after signing in again. */
async function orLogin<T>(loading: Promise<T>, page: string): Promise<T> {
  try {
    return await loading
  } catch (error) {
    if (!endsSession(error)) throw error
    throw redirect({ to: '/login', replace: true, state: { sessionEnded: { page } } })
  }
}

/** The query string as plain texts: `prosiret=01…` stays a text, and `@` stays readable when a redirect keeps it. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

export function stringifySearch(params: Record<string, unknown>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) if (value !== undefined) search.append(name, String(value))
  const text = search.toString().replaceAll('%40', '@')
  return text ? `?${text}` : ''
}
