import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { configurationQuery, useCompany } from '../../../lib/session.ts'
import { showToast } from '../../../ui/toast.tsx'
import { readInstant } from '../instants.queries.ts'
import { loadSdk, login } from './facebook-sdk.ts'
import { errorOf, type Network, type ShareResult, shareInstant } from './share-instant.ts'

/** Sharing on the networks: signing in when a network is ticked, so that its window may open; posting once saved. */
export function useShare() {
  const company = useCompany()
  const configuration = useQuery(configurationQuery).data
  const appId = configuration?.facebookAppId ?? null
  const [networks, setNetworks] = useState<readonly Network[]>([])
  const [isConnected, setConnected] = useState(false)
  const [error, setError] = useState<ShareResult['error']>()

  const connect = async () => {
    if (appId === null || isConnected) return
    try {
      await login(await loadSdk(appId))
      setConnected(true)
      setError(undefined)
    } catch (failure) {
      setError(errorOf(failure))
    }
  }
  const toggle = (network: Network, isTicked: boolean) => {
    setNetworks((ticked) => [...ticked.filter((other) => other !== network), ...(isTicked ? [network] : [])])
    if (isTicked) void connect()
  }
  const publish = async (id: number) => {
    if (appId === null || networks.length === 0) return
    try {
      const sdk = await loadSdk(appId)
      if (!isConnected) await login(sdk)
      const instant = await readInstant(String(id))
      const link = company.website || window.location.origin
      tell(await shareInstant({ sdk, companyId: company.companyId, instant, link, networks }))
    } catch (failure) {
      const { text } = errorOf(failure)
      showToast(text, 'danger')
    }
  }
  return { isConfigured: appId !== null, networks, error, toggle, publish }
}

export type Share = ReturnType<typeof useShare>

const names: Record<Network, string> = { facebook: 'Facebook', instagram: 'Instagram' }

function tell(results: readonly ShareResult[]): void {
  for (const { network, error } of results) {
    if (error) showToast(`${names[network]}\u00a0: ${error.text}`, 'danger')
    else showToast(`Partagé sur ${names[network]}`)
  }
}
