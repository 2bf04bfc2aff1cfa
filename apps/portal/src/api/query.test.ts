import { beforeEach, expect, test } from 'vitest'
import { cacheKey, query } from './query.ts'
import { queryClient, refresh } from './query-client.ts'
import { readsOf } from './reads-of.ts'

const codes = query('GET /v1/company/:id/codes', { params: { id: 'a' } })
const isOld = (queryKey: readonly unknown[]) => queryClient.getQueryState(queryKey)?.isInvalidated

beforeEach(() => queryClient.clear())

test('F22 a change makes old every answer of its subject, whatever was asked of it, and no other', async () => {
  const todo = cacheKey('GET /v1/company/:id/orders', { params: { id: 'a' }, query: { view: 'todo' } })
  const past = [...cacheKey('GET /v1/company/:id/orders', { params: { id: 'a' }, query: { view: 'past' } }), 'pages']
  for (const key of [todo, past, codes.queryKey]) queryClient.setQueryData(key, [])
  await refresh(...readsOf.order)
  expect([todo, past, codes.queryKey].map(isOld)).toEqual([true, true, false])
})

test('F23 a mutation makes old what it names, also when it failed', async () => {
  const run = (mutationFn: () => Promise<void>) =>
    queryClient
      .getMutationCache()
      .build(queryClient, { mutationFn, meta: { refreshes: ['GET /v1/company/:id/codes'] } })
      .execute(undefined)
  for (const outcome of [() => Promise.resolve(), () => Promise.reject(new Error('refused'))]) {
    queryClient.setQueryData(codes.queryKey, [])
    await run(outcome).catch(() => undefined)
    expect(isOld(codes.queryKey)).toBe(true)
  }
})
