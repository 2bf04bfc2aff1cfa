import { browserStore } from './browser-store.ts'
import { onSessionEnd } from './session-end.ts'
import { browserStorage } from './storage.ts'

type Tab = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
type Device = Pick<ReturnType<typeof browserStore<StoredChoice>>, 'read' | 'put' | 'clear'>
type StoredChoice = { key: string; companyId: string }

const key = 'establishment'

/**
 * The establishment that a tab works on. It is fixed for as long as the page is loaded, and switching loads the page
 * anew: nothing of one establishment can be shown or sent under another. `tab` keeps it over a reload, `device` opens
 * new tabs on the last. @internal
 */
export function createChoice(tab: Tab, device: Device) {
  let current: string | undefined
  let former: string | undefined
  const choose = (companyId: string) => {
    if (companyId !== current) void device.put({ key, companyId })
    current = companyId
    tab.setItem(key, companyId)
  }
  /** The device is read only where there is a choice. */
  const ofTab = () => current ?? tab.getItem(key) ?? undefined
  const wished = async (count: number) => ofTab() ?? (count > 1 ? (await device.read())[0]?.companyId : undefined)
  return {
    current: () => current,
    /** The one that is open, or was before this page was loaded: only signing out forgets it. */
    ofTab,
    /** After signing out the pages that are still mounted draw once more, with the one that was open. */
    shown: () => current ?? former,
    choose,
    /**
     * The one of these to work on: the one asked for by the address, else the tab's, else the device's last, else the first.
     * `other`: another one is open in this page, which must be loaded anew. Undefined when the one asked for is none of these.
     */
    open: async <T extends { companyId: string }>(
      owned: readonly T[],
      asked?: string,
    ): Promise<T | 'other' | undefined> => {
      const find = (companyId: string | null | undefined) => owned.find((one) => one.companyId === companyId)
      if (asked && !find(asked)) return undefined
      const chosen = find(asked ?? (await wished(owned.length))) ?? owned[0]
      if (!chosen) return undefined
      if (current && current !== chosen.companyId) return 'other'
      choose(chosen.companyId)
      return chosen
    },
    forget: () => {
      former = current
      current = undefined
      tab.removeItem(key)
      void device.clear()
    },
  }
}

export const establishment = createChoice(
  browserStorage('sessionStorage'),
  browserStore<StoredChoice>('parvis-establishment'),
)

/** The page to return to after signing in, with its owner when known: another owner is sent elsewhere. */
export function signInFor(page: string, hasEnded = establishment.ofTab() !== undefined) {
  const companyId = establishment.ofTab()
  return { page, hasEnded, ...(companyId && { companyId }) }
}

onSessionEnd((how) => how !== 'expired' && establishment.forget())
