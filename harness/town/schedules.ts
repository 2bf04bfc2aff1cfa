import type { HoursAnswer } from '@parvis/domain/hours/hours.contract'
import type { EventState } from '@parvis/domain/instants/event-state'
import type { TestApp } from '../server/test-app.ts'
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

export const hoursLine = (days: number[], start: string, end: string, enabled = true) => ({ days, start, end, enabled })

/** The whole hours that a call answers, once it has been let through. */
export const done = async (sent: ReturnType<TestApp['call']>): Promise<HoursAnswer> => ok<HoursAnswer>(await sent)

/** Calls of a shop's hours without client-side checks: the server judges them. */
export function hoursCalls(server: TestApp) {
  const send = (of: Owner, method: string, rest: string, json?: unknown) =>
    server.call(method, `/v1/company/${of.companyId}/hours${rest}`, {
      token: of.token,
      ...(json !== undefined && { json }),
    })
  const read = async (of: Owner) => (await send(of, 'GET', '')).data as HoursAnswer
  const setWeek = async (of: Owner, week: object[]) =>
    await done(send(of, 'PUT', '/week', { version: (await read(of)).version, week }))
  return { send, read, setWeek }
}
