import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../api/query-client.ts'
import { notificationsQuery, ring } from './alert-sound.ts'

const played: string[] = []
const play = vi.fn(() => Promise.resolve())

beforeEach(() => {
  played.length = 0
  play.mockReset().mockImplementation(() => Promise.resolve())
  queryClient.clear()
  vi.stubGlobal(
    'Audio',
    class {
      constructor(src: string) {
        played.push(src)
      }
      play = play
    },
  )
})

const choose = (sound: boolean) =>
  queryClient.setQueryData(notificationsQuery.queryKey, {
    devices: [],
    choices: [],
    sms: { used: 0, most: 0 },
    sound,
    address: null,
  })

test('U-094 M-019 a tab rings unless the person silenced it, on this device or on another', () => {
  ring()
  choose(true)
  ring()
  choose(false)
  ring()
  expect(played).toEqual(['/sounds/message.wav', '/sounds/message.wav'])
})
