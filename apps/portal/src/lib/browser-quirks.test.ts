import { expect, test, vi } from 'vitest'

test('X-031 a phone that stays at iOS 16 groups and waits as newer ones do', async () => {
  Reflect.deleteProperty(Map, 'groupBy')
  Reflect.deleteProperty(Promise, 'withResolvers')
  vi.stubGlobal('Node', class {})
  await import('./browser-quirks.ts')
  expect([...Map.groupBy(new Set([3, 1, 2, 5]), (one, index) => (index < 3 ? one % 2 : 0))]).toEqual([
    [1, [3, 1]],
    [0, [2, 5]],
  ])
  const [kept, refused] = [Promise.withResolvers<string>(), Promise.withResolvers<never>()]
  kept.resolve('said')
  refused.reject(new Error('no'))
  expect(await kept.promise).toBe('said')
  await expect(refused.promise).rejects.toThrow('no')
})
