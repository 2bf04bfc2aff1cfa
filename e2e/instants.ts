import type { APIRequestContext, Page } from '@playwright/test'
import { type Owner, picture, upload } from './people.ts'

type Time = {
  activeDayType: string
  startDateTime: string
  endDateTime: string
  activationTimeType?: string
  isEnabled?: number
}
type Wanted = { title: string; categoryId?: number; times?: readonly Time[]; fields?: Record<string, string> }

/** An instant of a business, by the API; a draft when it has no times. */
export async function newInstant(request: APIRequestContext, owner: Owner, wanted: Wanted): Promise<number> {
  const headers = { authorization: `Bearer ${owner.token}` }
  const multipart = {
    companyId: owner.companyId,
    title: wanted.title,
    categoryId: String(wanted.categoryId ?? 8),
    shortDescription: 'Une description courte',
    longDescription: 'Une description longue, assez longue pour être acceptée.',
    streetAddress: '12 Rue de Paris',
    city: 'Clichy',
    zipCode: '92110',
    picture: upload('instant.jpg', await picture(500, 500, '#6b8e5a')),
    ...wanted.fields,
  }
  const created = await request.post('/v1/instants', { headers, multipart })
  if (!created.ok()) throw new Error(`instant: ${created.status()} ${await created.text()}`)
  const { data: id } = (await created.json()) as { data: number }
  for (const time of wanted.times ?? [everyDay]) {
    const data = { activationTimeType: 'during_instant', isEnabled: 1, ...time }
    const added = await request.post(`/v1/instants/${id}/activation-times`, { headers, data })
    if (!added.ok()) throw new Error(`time: ${added.status()} ${await added.text()}`)
  }
  return id
}

const everyDay: Time = {
  activeDayType: 'all_days',
  startDateTime: '2026-01-01 09:00',
  endDateTime: '2026-01-01 18:00',
}

/** The day in Paris so many days from now, `YYYY-MM-DD`. */
export const dayIn = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'Europe/Paris' })

/** One date, `YYYY-MM-DD`, between two hours of Paris. */
export const onDay = (day: string, start = '14:00', end = '16:00'): Time => ({
  activeDayType: 'fixed',
  startDateTime: `${day} ${start}`,
  endDateTime: `${day} ${end}`,
})

/** The calls that write, as `METHOD path` with N for an id, from now on, with what they carry. */
export function recordWrites(page: Page): { call: string; body: string }[] {
  const writes: { call: string; body: string }[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'GET' || !pathname.startsWith('/v1/instants')) return
    const path = pathname.replace(/\/\d+(?=\/|$)/g, '/N')
    writes.push({ call: `${request.method()} ${path}`, body: request.postDataBuffer()?.toString('latin1') ?? '' })
  })
  return writes
}

/** The texts and the picture of the form; the address is the company's. */
export async function fillInstant(page: Page, title: string): Promise<void> {
  await page.getByLabel('Titre').fill(title)
  await page.getByLabel('Description courte').fill('Deux achetées, la troisième offerte')
  await page.getByRole('button', { name: 'Reprendre la description courte' }).click()
  await page.getByRole('button', { name: 'Reprendre la photo 1' }).click()
  await page.getByRole('button', { name: 'Reprendre la photo 1' }).waitFor({ state: 'detached' })
}

export const save = (page: Page) => page.getByRole('button', { name: /^(Enregistrer|Publier)$/ }).click()

type Listed = {
  instantInformation: { title: string; categoryId: number }
  instantActivationTimes: { activationTimeType: string }[]
  notificationDate: string | null
  notificationSent: boolean
}

/** What the server holds of a business's instants. */
export async function listInstants(request: APIRequestContext, { token, companyId }: Owner): Promise<Listed[]> {
  const headers = { authorization: `Bearer ${token}` }
  const reply = await request.get(`/v1/instants/company/${companyId}`, { headers })
  return ((await reply.json()) as { data: Listed[] }).data
}
