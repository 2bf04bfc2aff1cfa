import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('W-081 a tap opens the address on an iPhone before iOS 17 too, whose browser has no URL.canParse; one that is not ours opens the list', async () => {
  const listeners = new Map<string, (event: object) => void>()
  const opened: string[] = []
  vi.stubGlobal('self', {
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    location: new URL('https://ville.exemple.fr/sw.js'),
    clients: { matchAll: async () => [], openWindow: async (url: string) => void opened.push(url) },
  })
  vi.spyOn(URL, 'canParse').mockImplementation(() => {
    throw new TypeError('URL.canParse is not a function')
  })
  await import('./worker.ts')
  for (const navigate of ['/clichy-92110/agenda#de=notification', 'https://ailleurs.exemple.fr/', 'http://[']) {
    const works: Promise<unknown>[] = []
    const event = {
      notification: { close: () => undefined, data: { navigate } },
      waitUntil: (work: Promise<unknown>) => works.push(work),
    }
    listeners.get('notificationclick')?.(event)
    await Promise.all(works)
  }
  const list = 'https://ville.exemple.fr/mes-abonnements'
  expect(opened).toEqual(['https://ville.exemple.fr/clichy-92110/agenda#de=notification', list, list])
})
