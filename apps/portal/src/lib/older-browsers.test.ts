import { expect, test } from 'vitest'
import { groupBy, withResolvers } from './older-browsers.ts'

test('X-031 a phone that stays at iOS 16 groups and waits as newer ones do', async () => {
  expect([...groupBy(new Set([3, 1, 2, 5]), (one, index) => (index < 3 ? one % 2 : 0))]).toEqual([
    [1, [3, 1]],
    [0, [2, 5]],
  ])
  const [kept, refused] = [withResolvers<string>(), withResolvers<never>()]
  kept.resolve('said')
  refused.reject(new Error('no'))
  expect(await kept.promise).toBe('said')
  await expect(refused.promise).rejects.toThrow('no')
})
