import type { HoursAnswer } from '@parvis/domain/hours/hours.contract'
import type { TestApp } from '../server/test-app.ts'
import { ok } from './instants.ts'
import type { Owner } from './people.ts'

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
