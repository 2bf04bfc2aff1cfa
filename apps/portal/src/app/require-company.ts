import { offersOf } from '@parvis/domain/kernel/business-type'
import { redirect } from '@tanstack/react-router'
import { ApiError, endsSession } from '../lib/api-error.ts'
import { openDrafts } from '../lib/drafts.ts'
import { establishment } from '../lib/establishment.ts'
import { type Company, companyQuery, configurationQuery, ownershipQuery, sessionQuery } from '../lib/session.ts'
import { readSlice } from '../lib/storage.ts'
import { showToast } from '../ui/toast.tsx'
import { type Guarded, isOpen } from './guards.ts'

type Asked = { pathname: string; href: string; search: Record<string, string> }

/** A page of a company: needs a session and a company with a category, which `?etablissement=` may name. */
export async function requireCompany({
  context,
  location,
}: Guarded & { location: Asked }): Promise<{ company: Company }> {
  if (readSlice('token').status === 'failed') throw redirect({ to: '/login', replace: true })
  const { queryClient } = context
  // Prefetched in parallel with the guard: a page is not worth a second round trip.
  void queryClient.prefetchQuery(sessionQuery)
  void queryClient.prefetchQuery(configurationQuery)
  const all = await orLogin(queryClient.ensureQueryData(ownershipQuery), location.href)
  const { etablissement: asked, ...search } = location.search
  const owned = await establishment.open(all, asked)
  if (owned === 'other') return await loadAnew(location.href)
  if (asked && !owned) throw new ApiError({ status: 403, code: 'FORBIDDEN', message: noAccess })
  if (!isOpen(owned)) throw redirect({ to: '/inscription', replace: true })
  if (asked && all.length > 1) showToast(`Vous êtes maintenant sur ${owned.name}.`)
  if (asked) throw redirect({ to: location.pathname, search, replace: true })
  const [company] = await orLogin(
    Promise.all([
      queryClient.ensureQueryData(companyQuery(owned.companyId)),
      queryClient.ensureQueryData(sessionQuery).then(({ user }) => openDrafts(user.id)),
    ]),
    location.href,
  )
  return { company }
}

const noAccess = 'Vous n’avez pas accès à cet établissement.'

/** Never resolves: the document takes over. */
function loadAnew(href: string): Promise<never> {
  window.location.assign(href)
  return new Promise(() => undefined)
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

/** Plans are not for town halls. */
export function refuseTownHall({ context }: { context: { company: Company } }): void {
  if (!offersOf(context.company.type).subscriptionPage) throw redirect({ to: '/company', replace: true })
}

/** Municipal services are for town halls only. */
export function requireTownHall({ context }: { context: { company: Company } }): void {
  if (!offersOf(context.company.type).municipalServices) throw redirect({ to: '/company', replace: true })
}

/** Statistics are for super admins only. */
export async function requireSuperAdmin({ context }: Guarded): Promise<void> {
  const { isSuperAdmin } = await context.queryClient.ensureQueryData(sessionQuery)
  if (!isSuperAdmin) throw redirect({ to: '/company', replace: true })
}
