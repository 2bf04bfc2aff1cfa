import { expect, test } from 'vitest'
import { readEvent } from './live-events.ts'

test('a change is read, whatever stands around it', () => {
  expect(readEvent('event: changed\ndata: {"topic":"discussion","id":"a1"}')).toEqual([
    { topic: 'discussion', id: 'a1' },
  ])
  expect(readEvent('id: 3\nevent:changed\ndata:{"topic":"order","id":4}')).toEqual([{ topic: 'order', id: 4 }])
})

test('a line that is open again says that anything may have changed', () => {
  expect(readEvent('event: ready\ndata: {}')).toEqual([{ topic: 'all', id: 0 }])
})

test('comments and broken data say nothing', () => {
  for (const text of [': still here', '', 'event: changed\ndata: {"topic"']) {
    expect(readEvent(text)).toEqual([])
  }
})
