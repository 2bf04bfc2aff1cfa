import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { endsSession } from '../lib/api-error.ts'
import { establishment } from '../lib/establishment.ts'
import { type OwnedCompany, ownershipQuery } from '../lib/session.ts'
import { readSlice } from '../lib/storage.ts'

export type RouterContext = { queryClient: QueryClient }
export type Guarded = { context: RouterContext }

/** `/`: the company page for who is signed in, the sign-in page for the others. */
export function redirectFromHome(): never {
  throw redirect({ to: readSlice('token').status === 'succeeded' ? '/company' : '/login', replace: true })
}

/** Without category only its owner is led to the registration, which only they can finish. */
export function isOpen(owned: OwnedCompany | undefined): owned is OwnedCompany {
  return owned !== undefined && (owned.role !== 'owner' || owned.category !== null)
}

/** `/login` is for who is signed out. */
export async function redirectSignedIn({ context }: Guarded): Promise<void> {
  if (readSlice('token').status === 'failed') return
  const owned = await homeOf(context.queryClient)
  if (owned) throw redirect({ to: owned, replace: true })
}

/** The page of a signed-in user; undefined when the session turned out to be over. */
async function homeOf(queryClient: QueryClient): Promise<'/company' | '/inscription' | undefined> {
  try {
    const owned = await establishment.open(await queryClient.ensureQueryData(ownershipQuery))
    return owned === 'other' || isOpen(owned) ? '/company' : '/inscription'
  } catch (error) {
    if (endsSession(error)) return undefined
    throw error
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
