import type { AnswerOf } from '@parvis/domain/api'
import { offersOf } from '@parvis/domain/kernel/business-type'
import type { HistoryLocation } from '@tanstack/history'
import { queryClient } from '../api/query-client.ts'
import { ApiError, endsSession } from '../lib/api-error.ts'
import { openDrafts } from '../lib/drafts.ts'
import { establishment, signInFor } from '../lib/establishment.ts'
import { type Company, companyQuery, configurationQuery, ownershipQuery, sessionQuery } from '../lib/session.ts'
import { readSlice } from '../lib/storage.ts'
import { showToast } from '../ui/toast.tsx'
import { isOpen, Redirect } from './guards.ts'

/** A page of a company: needs a session and a company with a category, which `?etablissement=` may name, and what its own guard asks. */
export async function requireCompany(
  { href: page, search }: HistoryLocation,
  guard: keyof typeof guards | undefined,
): Promise<void> {
  if (readSlice('token').status === 'failed') throw toLogin(page)
  // Prefetched in parallel with the guard: a page is not worth a second round trip.
  void queryClient.prefetchQuery(sessionQuery)
  void queryClient.prefetchQuery(configurationQuery)
  const all = await orLogin(queryClient.ensureQueryData(ownershipQuery), page)
  const { etablissement: asked, ...others } = Object.fromEntries(new URLSearchParams(search))
  const before = establishment.ofTab()
  const owned = await establishment.open(all, asked)
  if (owned === 'other') return await loadAnew(page)
  if (!owned) refuseStranger(asked)
  if (!isOpen(owned)) throw new Redirect({ to: '/inscription' })
  if (asked ? all.length > 1 : before && before !== owned.companyId)
    showToast(`Vous êtes maintenant sur ${owned.name}.`)
  if (asked) throw new Redirect({ to: '.', search: others })
  await orLogin(openPage(owned.companyId, guard), page)
}

async function openPage(companyId: string, guard: keyof typeof guards | undefined): Promise<void> {
  const [company, session] = await Promise.all([
    queryClient.ensureQueryData(companyQuery(companyId)),
    queryClient.ensureQueryData(sessionQuery),
  ])
  await openDrafts(session.user.id)
  if (guard && !guards[guard](company, session)) throw new Redirect({ to: '/company' })
}

const guards = {
  /** Plans are not for town halls. */
  refuseTownHall: ({ type }: Company) => offersOf(type).subscriptionPage,
  requireTownHall: ({ type }: Company) => offersOf(type).municipalServices,
  requireSuperAdmin: (_: Company, { isSuperAdmin }: AnswerOf<'GET /v1/authentication/session'>) => isSuperAdmin,
}

const refused = (message: string) => new ApiError({ status: 403, code: 'FORBIDDEN', message })

/** Who was removed is told once, so that « Revenir à l’accueil » leads on. */
function refuseStranger(asked: string | undefined): void {
  if (asked) throw refused('Vous n’avez pas accès à cet établissement.')
  if (!establishment.ofTab()) return
  establishment.forget()
  throw refused('Vous ne faites plus partie de cette équipe.')
}

/** Never resolves: the document takes over. */
function loadAnew(href: string): Promise<never> {
  window.location.assign(href)
  return new Promise(() => undefined)
}

const toLogin = (page: string, hasEnded?: boolean) =>
  new Redirect({ to: '/login', state: { signInFor: signInFor(page, hasEnded) } })

async function orLogin<T>(loading: Promise<T>, page: string): Promise<T> {
  try {
    return await loading
  } catch (error) {
    if (!endsSession(error)) throw error
    throw toLogin(page, true)
  }
}
