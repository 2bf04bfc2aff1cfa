import { fileURLToPath } from 'node:url'
import { type Client, createClient, fetchTransport } from '@parvis/client/client'
import { type Browser, chromium, type Locator, type Page } from '@playwright/test'
import { type Check, holds, planted, within } from '../harness/faults/fault.ts'
import { until } from '../harness/faults/until.ts'
import { countTexts, insertThreads, type Person, type Thread } from '../harness/sql/seed.ts'
import { buildPortal, buildSite } from '../scripts/steps/build-apps.mjs'
import { findChromium } from '../scripts/steps/find-chromium.mjs'
import type { Part, Stage } from './cluster-stage.ts'

const phone = { width: 390, height: 844 }
const pictures = fileURLToPath(new URL('../docs/screenshots/switchover-', import.meta.url))
const question = 'Bonjour, le stand sera-t-il ouvert samedi ?'
const answer = 'Oui, de 9 h à 13 h. À samedi !'
const other = 'Oui, sans réserver.'
const unfinished = 'Et pensez à '
const thanks = 'Merci, à samedi.'

/** A person answers a resident in the portal while the leader changes; docs/operations.md shows what their phone showed. */
export async function watchSwitchover(stage: Stage): Promise<Part> {
  buildPortal()
  buildSite()
  await using server = await stage.start('api')
  const { path, args } = await findChromium()
  await using browser = await chromium.launch({ executablePath: path, args: ['--no-sandbox', ...args] })
  return await watch(stage, browser, server.base)
}

async function watch(stage: Stage, browser: Browser, base: string): Promise<Part> {
  const client = createClient(fetchTransport(base, { timeout: 5_000 }))
  // An association of its own: the conversations of the other one are full of messages of earlier parts.
  const { owner, threads } = await insertThreads(stage.db, 2)
  const [thread, second] = threads
  if (!thread || !second) throw new Error('two conversations were inserted')
  const page = await openThread(browser, owner, { base, client, thread })
  const wrong = await openThread(browser, owner, { base, client, thread: second })
  // A planted server that acknowledges before it writes.
  await wrong.route('**/message', (route) => route.fulfill({ json: { data: {} } }))
  await page.screenshot({ path: `${pictures}before.png` })
  await until('a synchronous standby', 60_000, async () => (await stage.patroni.syncStandby()) > 0)
  const switched = stage.patroni.switchover()
  await until('not ready', 30_000, async () => (await fetch(`${base}/v1/health/ready`)).status === 503, 30)
  const began = performance.now()
  await Promise.all([send(page, answer), send(wrong, other)])
  const opened = await lookMeanwhile(page, base)
  await switched
  const isStored = () => until('stored', 30_000, async () => (await copiesOf(stage, answer)) > 0)
  const milliseconds = await isStored().then(
    () => performance.now() - began,
    () => Number.POSITIVE_INFINITY,
  )
  await saySomething(client, thread, thanks)
  const isShown = await isSeen(log(page).getByText(thanks))
  const isOpened = await isSeen(listOf(opened).getByText(thanks))
  await until('nothing on its way', 20_000, async () => (await onItsWay(page).count()) === 0).catch(() => undefined)
  await page.screenshot({ path: `${pictures}after.png` })
  const what = 'person at the portal'
  return {
    recoveries: [milliseconds],
    checks: [
      within(`${what}: what they sent is stored after`, milliseconds, 25_000),
      holds(`${what}: the next message of the resident shows by itself`, isShown),
      holds(`${what}: a page opened meanwhile comes by itself`, isOpened),
      holds(`${what}: what they were typing is kept`, (await composer(page).inputValue()) === unfinished),
      await judge(what, { stage, page, text: answer }),
    ],
    controls: [planted('sent, said before it is', [await judge('', { stage, page: wrong, text: other })])],
  }
}

/** They go on typing, and open another page, which is given back. */
async function lookMeanwhile(page: Page, base: string): Promise<Page> {
  const waiting = onItsWay(page).filter({ hasNotText: 'Envoi en cours' })
  await composer(page).fill(unfinished)
  await waiting.waitFor({ timeout: 10_000 }).catch(() => undefined)
  await page.screenshot({ path: `${pictures}during.png` })
  const opened = await page.context().newPage()
  await opened.goto(`${base}/messages`)
  return opened
}

const copiesOf = async ({ db }: Stage, text: string) => (await countTexts(db, text)).get(text) ?? 0

async function judge(what: string, { stage, page, text }: { stage: Stage; page: Page; text: string }): Promise<Check> {
  const [shown, copies] = [await log(page).getByText(text).count(), await copiesOf(stage, text)]
  return holds(`${what}: shown ${shown} times, stored ${copies} times`, shown === 1 && copies === 1)
}

/** As the owner of the association, on a phone, in the conversation where something was just asked. */
async function openThread(
  browser: Browser,
  owner: Person,
  { base, client, thread }: { base: string; client: Client; thread: Thread },
): Promise<Page> {
  await saySomething(client, thread, question)
  const context = await browser.newContext({ viewport: phone, locale: 'fr-FR', timezoneId: 'Europe/Paris' })
  const page = await context.newPage()
  await page.addInitScript((value) => localStorage.setItem('token', value), owner.token)
  await page.goto(`${base}/messages?conversation=${thread.discussionId}`)
  await log(page).getByText(question).waitFor()
  return page
}

const log = (page: Page) => page.getByRole('log')
const listOf = (page: Page) => page.getByRole('list', { name: 'Conversations' })
const composer = (page: Page) => page.getByRole('textbox', { name: /^Message à/ })
const onItsWay = (page: Page) => log(page).getByText(/Envoi en cours|En attente|partira de lui-même|Pas envoyé/)

/** Until it is taken, with one key, as every client does. */
async function saySomething({ answer: ask }: Client, { token, discussionId }: Thread, message: string): Promise<void> {
  const headers = { 'idempotency-key': `${discussionId} ${message.length}` }
  const isTaken = () =>
    ask('POST /v1/discussions/:id/message', { params: { id: discussionId }, token, headers, body: { message } }).then(
      ({ status }) => status === 200,
      () => false,
    )
  await until('a resident is heard', 30_000, isTaken, 500)
}

async function send(page: Page, text: string): Promise<void> {
  await composer(page).fill(text)
  await page.getByRole('button', { name: 'Envoyer', exact: true }).click()
}

const isSeen = (what: Locator) =>
  what.waitFor({ timeout: 30_000 }).then(
    () => true,
    () => false,
  )
