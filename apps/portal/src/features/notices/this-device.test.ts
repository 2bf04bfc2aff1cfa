import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mend } from './this-device.ts'

const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
let permission = 'granted'

beforeEach(() => {
  permission = 'granted'
  fetched.mockReset().mockImplementation(async () => new Response('{"data":{}}'))
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
  vi.stubGlobal('navigator', { serviceWorker: {} })
  const Notification = {
    get permission() {
      return permission
    },
  }
  vi.stubGlobal('Notification', Notification)
  vi.stubGlobal('window', { PushManager: {}, Notification })
})
afterEach(() => vi.unstubAllGlobals())

const cacheKey = (byte: number) => new Uint8Array(3).fill(byte)
const textOf = (byte: number) => btoa(String.fromCharCode(...cacheKey(byte)))

/** A browser whose subscription, if any, was made for one of the server's keys. */
function browser(made?: { endpoint: string; key: number }) {
  const unsubscribe = vi.fn(async () => true)
  const subscription = (endpoint: string, key: number) => ({
    options: { applicationServerKey: cacheKey(key).buffer },
    toJSON: () => ({ endpoint, keys: { auth: 'a', p256dh: 'p' } }),
    unsubscribe,
  })
  const subscribe = vi.fn(async () => subscription('https://push/new', 9))
  const getSubscription = async () => (made ? subscription(made.endpoint, made.key) : null)
  return { worker: { pushManager: { getSubscription, subscribe } as unknown as PushManager }, subscribe, unsubscribe }
}
const here = (endpoint: string) => [{ current: true, endpoint }]
const told = () => fetched.mock.calls.map(([, { body }]) => JSON.parse(String(body)) as object)

test('U-086 W-071 the server has other keys: the subscription is made again, and told with its former address', async () => {
  const { worker, subscribe, unsubscribe } = browser({ endpoint: 'https://push/old', key: 1 })
  expect(await mend(worker, textOf(2), here('https://push/old'))).toBe(true)
  expect([subscribe.mock.calls.length, unsubscribe.mock.calls.length]).toEqual([1, 1])
  expect(told()).toMatchObject([
    { subscription: { endpoint: 'https://push/new' }, formerEndpoint: 'https://push/old', renewed: true },
  ])
})

test('U-086 the same keys: the subscription is told as it is; one that the browser lost is made again', async () => {
  const kept = browser({ endpoint: 'https://push/moved', key: 1 })
  await mend(kept.worker, textOf(1), here('https://push/old'))
  expect(kept.subscribe).not.toHaveBeenCalled()
  expect(told()).toMatchObject([{ subscription: { endpoint: 'https://push/moved' } }])
  const lost = browser()
  await mend(lost.worker, textOf(1), here('https://push/old'))
  expect(lost.subscribe).toHaveBeenCalledOnce()
})

test('U-084 U-086 permission refused, or a device that nobody switched on: nothing is asked nor told', async () => {
  const { worker, subscribe } = browser()
  expect(await mend(worker, textOf(1), [])).toBe(false)
  permission = 'denied'
  expect(await mend(worker, textOf(1), here('https://push/old'))).toBe(false)
  expect(subscribe).not.toHaveBeenCalled()
  expect(told()).toEqual([])
})
