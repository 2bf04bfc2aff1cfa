import type { AnswerOf } from '@parvis/domain/api'
import type { Role } from '@parvis/domain/kernel/roles'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { query } from '../api/query.ts'
import { queryClient, refresh } from '../api/query-client.ts'
import { ApiError } from './api-error.ts'
import { askConfiguration } from './configuration.ts'
import { establishment } from './establishment.ts'
import { partOfStart } from './first-call.ts'
import { call } from './request.ts'

// The three that guards of pages wait for take no signal: it would cancel them as soon as the page that asked first is left.

/** Owned ones first, then those that one works for, oldest first. */
export const ownershipQuery = queryOptions({
  ...query('GET /v1/company/ownership'),
  queryFn: async () => (await partOfStart('ownership')) ?? (await call('GET /v1/company/ownership')),
  staleTime: 60_000,
})

/** The establishment of the signed-in person to work on. */
export const openOwned = async () => establishment.open(await queryClient.fetchQuery(ownershipQuery))

export const sessionQuery = queryOptions({
  ...query('GET /v1/authentication/session'),
  queryFn: async () => (await partOfStart('session')) ?? (await call('GET /v1/authentication/session')),
  staleTime: 5 * 60_000,
})

export const configurationQuery = queryOptions({
  ...query('GET /v1/configuration'),
  queryFn: askConfiguration,
  staleTime: Number.POSITIVE_INFINITY,
})

/** The legal texts in effect and to come. */
export const legalQuery = { ...query('GET /v1/legal', { anonymous: true }), staleTime: 5 * 60_000 }

/** What the person accepted of them, and the terms that wait. */
export const acceptancesQuery = { ...query('GET /v1/legal/acceptances'), staleTime: 5 * 60_000 }

export const readCompany = (companyId: string) => call('GET /v1/company/settings/:companyId', { params: { companyId } })

export const companyQuery = (companyId: string) =>
  queryOptions({
    ...query('GET /v1/company/settings/:companyId', { params: { companyId } }),
    queryFn: async () => {
      const started = await partOfStart('company')
      return started?.companyId === companyId ? started : await readCompany(companyId)
    },
    staleTime: 60_000,
  })

/** The signed-in person. Only under the signed-in layout, whose guard has loaded the data. */
export const useSession = () => useSuspenseQuery(sessionQuery).data

/** The id of the company that every page works on, fixed while the page is loaded (establishment.ts). */
export function useCompanyId(): string {
  const companyId = establishment.shown()
  if (!companyId) throw new ApiError({ status: 0, code: 'BUSINESS_NOT_FOUND', message: 'Compte pro non trouvé' })
  return companyId
}

/** The same with the person's role there; who was removed has the least one, `isRemoved`. */
export function useEstablishment(): { role: Role; isRemoved: boolean } {
  const companyId = useCompanyId()
  const own = useSuspenseQuery(ownershipQuery).data.find((one) => one.companyId === companyId)
  return { role: own?.role ?? 'counter', isRemoved: !own }
}

/**
 * Loads the page anew in the establishment of one's own that has what the address names, which the page then says; returns
 * whether it is another one than this tab's.
 */
export function useOpenedIn(companyId: string | undefined): boolean {
  const isElsewhere = useCompanyId() !== (companyId ?? establishment.shown())
  useEffect(() => {
    if (!isElsewhere || !companyId) return
    const address = new URL(window.location.href)
    address.searchParams.set('etablissement', companyId)
    window.location.assign(address)
  }, [isElsewhere, companyId])
  return isElsewhere
}

/** The company that every page works on: its profile, plan limits and hours. */
export const useCompany = (): Company => useSuspenseQuery(companyQuery(useCompanyId())).data

/** Replaces the cached settings with those that a call answered. */
export function storeCompany(company: Company): void {
  queryClient.setQueryData(companyQuery(company.companyId).queryKey, company)
  // Guards read the category of the cached ownership: before its answer comes, they would lead back to the registration.
  queryClient.setQueryData(ownershipQuery.queryKey, (owned) =>
    owned?.map((one) => (one.companyId === company.companyId ? { ...one, category: company.category } : one)),
  )
  void refresh('GET /v1/company/ownership')
}

export type { BusinessType } from '@parvis/domain/kernel/business-type'
export type OwnedCompany = AnswerOf<'GET /v1/company/ownership'>[number]
export type Company = AnswerOf<'GET /v1/company/settings/:companyId'>
