import type { EventState } from '@parvis/domain/instants/event-state'
import type { TestApp } from '../server/test-app.ts'
import { hoursCalls } from './hours.ts'
import { instantCalls, ok } from './instants.ts'
import type { Owner } from './people.ts'

type Change = { state: EventState; [field: string]: unknown }

/** The calls of schedules, each with the version that stands. */
export function scheduleCalls(server: TestApp) {
  const { post, get } = instantCalls(server)
  const putSchedule = async (owner: Owner, id: number, schedule: object) => {
    const { version } = await get(owner, id)
    const body = { version, publication: 'now', ...schedule }
    return await server.client.answer('PUT /v1/instants/:id/schedule', { params: { id }, token: owner.token, body })
  }
  const scheduled = async (owner: Owner, schedule: object, fields: Record<string, unknown> = {}) => {
    const id = ok<number>(await post(owner, fields))
    ok(await putSchedule(owner, id, schedule))
    return id
  }
  const changeState = async (owner: Owner, id: number, change: Change) => {
    const { version } = await get(owner, id)
    const body = { version, ...change }
    return await server.client.answer('POST /v1/instants/:id/state', { params: { id }, token: owner.token, body })
  }
  const { setWeek } = hoursCalls(server)
  return { putSchedule, scheduled, changeState, setWeek }
}
