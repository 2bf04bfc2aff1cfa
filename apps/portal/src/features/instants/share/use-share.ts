import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { configurationQuery, useCompany } from '../../../lib/session.ts'
import { showToast } from '../../../ui/toast.tsx'
import { readInstant } from '../instants.queries.ts'
import { errorOf, type Network, type ShareResult, shareInstant } from './share-instant.ts'
import { ShareError } from './share-texts.fr.ts'
import { connectAccount, type FacebookPage, type SocialAccount } from './social-pages.ts'

/** Sharing on the networks: signing in when a network is ticked, so that its window may open; posting once saved. */
export function useShare() {
  const company = useCompany()
  const configuration = useQuery(configurationQuery).data
  const appId = configuration?.facebookAppId ?? null
  const [networks, setNetworks] = useState<readonly Network[]>([])
  const [account, setAccount] = useState<SocialAccount>()
  const [chosen, setChosen] = useState<FacebookPage>()
  const [error, setError] = useState<ShareResult['error']>()
  const connecting = useRef<Promise<SocialAccount>>(undefined)

  const connect = async () => {
    if (appId === null || (connecting.current && !error)) return
    setError(undefined)
    try {
      connecting.current = connectAccount(appId, company.companyId)
      setAccount(await connecting.current)
    } catch (failure) {
      setError(errorOf(failure instanceof ShareError ? failure : new ShareError('NOT_CONNECTED')))
    }
  }
  const toggle = (network: Network, isTicked: boolean) => {
    setNetworks((ticked) => [...ticked.filter((other) => other !== network), ...(isTicked ? [network] : [])])
    if (isTicked) void connect()
  }
  /** Posts the saved instant; resolves to what says how it went, to be said last: one message replaces the other. */
  const publish = async (id: number): Promise<() => void> => {
    if (networks.length === 0) return () => undefined
    try {
      const { sdk, pages } = await inTime(connecting.current)
      const instant = await readInstant(String(id))
      const link = company.website || window.location.origin
      const page = chosen ?? pages[0]
      const results = await shareInstant({ sdk, page, companyId: company.companyId, instant, link, networks })
      return () => tell(results)
    } catch (failure) {
      return () => {
        showToast(errorOf(failure).text, 'danger')
      }
    }
  }
  return {
    isConfigured: appId !== null,
    networks,
    error: networks.length === 0 ? undefined : error,
    pages: networks.length === 0 ? [] : (account?.pages ?? []),
    page: chosen ?? account?.pages[0],
    choose: setChosen,
    toggle,
    publish,
  }
}

export type Share = ReturnType<typeof useShare>

const names: Record<Network, string> = { facebook: 'Facebook', instagram: 'Instagram' }

/** All of it in one message, since one message replaces the other. */
function tell(results: readonly ShareResult[]): void {
  const failures = results.flatMap(({ network, error }) => (error ? [`${names[network]}\u00a0: ${error.text}`] : []))
  const shared = results.filter(({ error }) => !error).map(({ network }) => names[network])
  const success = shared.length > 0 ? [`Partagé sur ${shared.join(' et ')}`] : []
  showToast([...failures, ...success].join(' · '), failures.length > 0 ? 'danger' : undefined)
}

/** A sign-in window that is still open, or that the browser kept shut, does not hold the saved instant back. */
const maxSignIn = 10_000

function inTime(connecting: Promise<SocialAccount> | undefined): Promise<SocialAccount> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new ShareError('NOT_CONNECTED')), connecting ? maxSignIn : 0)
  })
  return Promise.race([...(connecting ? [connecting] : []), late])
}
