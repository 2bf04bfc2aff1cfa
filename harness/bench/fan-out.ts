import { setTimeout as pause } from 'node:timers/promises'
import { findCampaign, insertDueInstants, insertFollowers, readProgress } from '../sql/fan-out.ts'
import { insertThreads } from '../sql/seed.ts'
import { call } from './parts/http-client.ts'
import { residentMegabytes } from './parts/process-numbers.ts'
import type { ServerProcess } from './parts/server-process.ts'
import type { Testbed } from './parts/testbed.ts'
import type { Section } from './section.ts'

type Told = { accepted: number; finished: number; memory: number; pushes: number }

/** A broadcast and the notification of an instant, to everyone who follows a company: one process answers and works. */
export async function benchFanOut(testbed: Testbed, followers: number): Promise<Section> {
  const { owner, threads } = await insertThreads(testbed.db, 1)
  const companyId = threads[0]?.companyId ?? ''
  await insertFollowers(testbed.db, companyId, followers)
  await using server = await testbed.start()
  const path = `/v1/company/${companyId}/broadcast`
  const options = { token: owner.token, json: { message: 'Fête du livre samedi' } }
  const { status, milliseconds } = await call(server.base, 'POST', path, options)
  if (status !== 200) throw new Error(`the broadcast was answered ${status}`)
  const { key } = await findCampaign(testbed.db, companyId)
  const broadcast = await follow(testbed, server, followers, milliseconds, key)
  const asked = performance.now()
  const id = await insertDueInstants(testbed.db, companyId, 1, 0)
  const notification = await follow(testbed, server, followers, performance.now() - asked, `instant-${id}-1`)
  return report(followers, { broadcast, notification })
}

async function follow(testbed: Testbed, server: ServerProcess, followers: number, accepted: number, key: string) {
  const started = performance.now()
  const told: Told = { accepted, finished: 0, memory: 0, pushes: 0 }
  while (told.pushes < followers && performance.now() - started < 240_000) {
    await pause(200)
    told.memory = Math.max(told.memory, residentMegabytes(server.pid))
    told.pushes = await readProgress(testbed.db, key)
    told.finished = performance.now() - started
  }
  return told
}

function report(followers: number, told: { broadcast: Told; notification: Told }): Section {
  const rows = Object.entries(told).map(([name, { accepted, finished, memory, pushes }]) => [
    name,
    `${accepted.toFixed(0)} ms`,
    `${(finished / 1000).toFixed(1)} s`,
    ((pushes * 1000) / finished).toFixed(0),
    `${memory} MB`,
    String(pushes),
  ])
  const missing = Object.entries(told).filter(([, { pushes }]) => pushes !== followers)
  return {
    title: `To ${followers.toLocaleString('en')} followers with a device each, one process`,
    headings: ['what', 'accepted in', 'all told in', 'pushes/s', 'memory at most', 'devices told once'],
    rows,
    overruns: missing.map(([name, { pushes }]) => `${name}: ${pushes} devices told of ${followers}`),
  }
}
