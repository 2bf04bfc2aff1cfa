import { expect, test } from 'vitest'
import { readEvent } from './live-events.ts'
import { countOfWaiting, isUnread, unreadCount } from './unread.ts'

test('U-095 an order and the message that announces it count once; other conversations and orders count each', () => {
  expect(countOfWaiting([], [])).toBe(0)
  expect(countOfWaiting(['a'], ['a'])).toBe(1)
  expect(countOfWaiting(['a'], ['a', 'a'])).toBe(2)
  expect(countOfWaiting(['a', 'b'], ['a'])).toBe(2)
  expect(countOfWaiting(['b'], ['a', null])).toBe(3)
})

test('M-006 U-095 a conversation beyond the plan counts nowhere', () => {
  const [open, beyond] = [
    { newMessage: 2, disabled: false },
    { newMessage: 5, disabled: true },
  ]
  expect([isUnread(open), isUnread(beyond), unreadCount([open, beyond])]).toEqual([true, false, 2])
})

test('F22 an event is parsed from a stream, whatever stands around it', () => {
  expect(readEvent('event: changed\ndata: {"topic":"discussion","id":"a1"}')).toEqual([
    { topic: 'discussion', id: 'a1' },
  ])
  expect(readEvent('id: 3\nevent:changed\ndata:{"topic":"order","id":4}')).toEqual([{ topic: 'order', id: 4 }])
})

test('F23 a stream that is open again invalidates everything', () => {
  expect(readEvent('event: ready\ndata: {}')).toEqual([{ topic: 'all', id: 0 }])
})

test('F22 comments and broken data of a stream are ignored', () => {
  for (const text of [': still here', '', 'event: changed\ndata: {"topic"']) {
    expect(readEvent(text)).toEqual([])
  }
})
