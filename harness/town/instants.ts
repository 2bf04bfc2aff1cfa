import type { Answered } from '@parvis/client/client'
import { multipart } from '@parvis/client/client'
import type { AnswerOf } from '@parvis/domain/api'
import { expect } from 'vitest'
import type { TestApp } from '../server/test-app.ts'
import { picture } from './companies.ts'
import type { Owner, Person } from './people.ts'

export type Time = Record<string, unknown>

export type ServerInstant = AnswerOf<'GET /v1/instants/:id'>
export type AgendaItem = AnswerOf<'GET /v1/instants/calendar'>[number]

export const fixedTime = (day: string, start = '10:00', end = '12:00', more: Time = {}): Time => ({
  activationTimeType: 'during_instant',
  activeDayType: 'fixed',
  startDateTime: `${day} ${start}`,
  endDateTime: `${day} ${end}`,
  isEnabled: 1,
  ...more,
})

/** Only the time of day of a recurrent item counts. */
export const recurrentTime = (dayType = 'all_days', start = '10:00', end = '12:00', more: Time = {}): Time => ({
  ...fixedTime('2027-01-04', start, end),
  activeDayType: dayType,
  ...more,
})

/** The calls of instants, as a test reads best. */
export function instantCalls(server: TestApp) {
  const of = (owner: Person, id: number) => ({ params: { id }, token: owner.token })
  const ofCompany = ({ companyId, token }: Owner) => ({ params: { companyId }, token })
  const post = async (owner: Owner, fields: Record<string, unknown> = {}, headers: Record<string, string> = {}) => {
    const form = multipart({ ...(await instantForm(owner)), ...fields })
    return await server.client.answer('POST /v1/instants', { token: owner.token, ...form, headers })
  }
  const addTime = async (owner: Person, id: number, body: Time) =>
    await server.client.answer('POST /v1/instants/:id/activation-times', { ...of(owner, id), body })
  const newInstant = async (owner: Owner, fields: Record<string, unknown> = {}, times: Time[] = [recurrentTime()]) => {
    const id = ok<number>(await post(owner, fields))
    for (const time of times) ok(await addTime(owner, id, time))
    return id
  }
  const get = async (owner: Person, id: number) =>
    ok<ServerInstant>(await server.client.answer('GET /v1/instants/:id', of(owner, id)))
  const list = async (owner: Owner) =>
    ok<ServerInstant[]>(await server.client.answer('GET /v1/instants/company/:companyId', ofCompany(owner)))
  const update = async (owner: Person, id: number, fields: Record<string, unknown> = {}, headers = {}) => {
    const form = multipart({ ...updateForm(await get(owner, id)), ...fields })
    const call = 'POST /v1/instants/:id/update-instant-and-activationTimes'
    return await server.client.answer(call, { ...of(owner, id), ...form, headers })
  }
  const setAll = async (owner: Person, id: number, isEnabled: boolean) => {
    const times = (await get(owner, id)).instantActivationTimes.map((time) => ({ ...time, isEnabled }))
    return ok<ServerInstant>(await update(owner, id, { activationTimes: times }))
  }
  const remove = async (owner: Person, id: number) =>
    await server.client.answer('DELETE /v1/instants/:id', of(owner, id))
  const calendar = async ({ token }: Person, cityCodes: string, date?: string) =>
    await server.client.answer('GET /v1/instants/calendar', { token, query: { cityCodes, ...(date && { date }) } })
  const upcoming = async (owner: Owner, date?: string) => {
    const query = { ...(date && { date }) }
    return await server.client.answer('GET /v1/instants/company/:companyId/upcoming', { ...ofCompany(owner), query })
  }
  return { post, addTime, newInstant, get, list, update, setAll, remove, calendar, upcoming }
}

export function ok<T = unknown>({ status, data, error }: Answered): T {
  expect([status, error]).toEqual([200, undefined])
  return data as T
}

export const idOf = ({ instantInformation }: ServerInstant): number => instantInformation.id

/** What the edit page sends of a stored instant: every field, the schedule with its ids, no picture. */
export function updateForm({ instantInformation: info, address, instantActivationTimes }: ServerInstant) {
  return {
    id: info.id,
    title: info.title,
    categoryId: info.categoryId,
    shortDescription: info.shortDescription,
    longDescription: info.longDescription,
    streetAddress: address.address,
    city: address.city,
    zipCode: address.zipCode,
    activationTimes: instantActivationTimes as unknown,
  }
}

export async function instantForm({ companyId }: Owner) {
  return {
    companyId,
    title: 'Dégustation du samedi',
    categoryId: 4,
    shortDescription: 'Dégustation de nos produits',
    longDescription: 'Venez goûter nos produits, préparés sur place chaque matin.',
    streetAddress: '12 rue de Paris',
    city: 'Clichy',
    zipCode: '92110',
    picture: await picture(),
  }
}
