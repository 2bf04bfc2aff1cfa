import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { call } from './call.ts'
import { request } from './request.ts'

/** Oldest ownership first; the web works on the first (AMB-28). */
export const ownershipQuery = queryOptions({
  queryKey: ['ownership'],
  queryFn: ({ signal }) => request<OwnedCompany[]>('GET', '/v1/company/ownership', undefined, { signal }),
  staleTime: 60_000,
})

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => call('GET /v1/authentication/session', { signal }),
  staleTime: 5 * 60_000,
})

/** Public links and values of this installation; a link without value is not rendered (AMB-124). */
export const configurationQuery = queryOptions({
  queryKey: ['configuration'],
  queryFn: ({ signal }) => call('GET /v1/configuration', { signal, anonymous: true }),
  staleTime: Number.POSITIVE_INFINITY,
})

export const companyQuery = (companyId: string) =>
  queryOptions({
    queryKey: ['company', companyId],
    queryFn: ({ signal }) =>
      request<Company>('GET', `/v1/company/settings/${encodeURIComponent(companyId)}`, undefined, { signal }),
    staleTime: 60_000,
  })

/** Who is signed in. Only under the signed-in shell, whose guard has loaded it. */
export const useSession = () => useSuspenseQuery(sessionQuery).data

/** The id of the company that every page works on. */
export function useCompanyId(): string {
  const [first] = useSuspenseQuery(ownershipQuery).data
  if (!first) throw new ApiError({ status: 0, code: 'BUSINESS_NOT_FOUND', message: 'Compte pro non trouvé' })
  return first.companyId
}

/** The company that every page works on: its profile, plan limits and hours. */
export const useCompany = (): Company => useSuspenseQuery(companyQuery(useCompanyId())).data

/** After a call that answers the new settings: shows them everywhere at once. */
export function useStoreCompany(): (company: Company) => void {
  const queryClient = useQueryClient()
  return (company) => {
    queryClient.setQueryData(companyQuery(company.companyId).queryKey, company)
    void queryClient.invalidateQueries({ queryKey: ownershipQuery.queryKey })
  }
}

export type BusinessType = 'commerce' | 'entreprise' | 'association' | 'mairie'
export type Membership = 'freemium' | 'basic' | 'premium' | 'digital'
export type OwnedCompany = { companyId: string; name: string; type: BusinessType; category: string | null }
export type Company = {
  companyId: string
  name: string
  type: BusinessType
  category: string | null
  siren: string
  subscription: {
    membership: Membership
    allowedInstant: number
    allowedConversation: number
    allowedNotificationPerInstant: number
    allowedBroadcast: number
    hasSubdomain: boolean
    hasClickAndCollect: boolean
  }
  address: string | null
  zipCode: string | null
  city: string | null
  longitude: number | null
  latitude: number | null
  coverImage: string | null
  profileImage: string | null
  description: string | null
  website: string | null
  email: string | null
  phoneNumber: string | null
  followersCount: number
  openHours: { id: number; type: string; startTime: string; endTime: string; enabled: boolean }[]
  premiumSubdomain: string | null
  cacActive: boolean
  cacDescription: string | null
  cacImagesPath: { rank: number; url: string }[]
  identityStatus: string
  isSpecial: boolean
}
