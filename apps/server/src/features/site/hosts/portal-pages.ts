import { statusOfKind } from '@parvis/domain/kernel/refusal'
import { legalWords } from '@parvis/domain/legal/legal-pages.fr'
import { Refusal, refusal, refusals } from '@parvis/domain/refusals'
import { siteReportsContract } from '@parvis/domain/reports/reports.contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readNow } from '../../../db/clock.ts'
import { isDatabaseUnavailable } from '../../../db/unavailable.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { receivedBody } from '../../../http/read-body.ts'
import { fileReport } from '../../reports/index.ts'
import { readLegalPage } from '../pages/read-text.ts'
import type { PageRead } from '../pages/reading.ts'
import { unavailable } from '../pages/show-message.ts'
import { reported, reportForm } from '../pages/talk-pages.ts'
import { sentenceOf } from '../residents/typed-again.ts'
import { drawPage } from './draw-page.ts'
import { caching, type ReadyAnswer, readyAnswer, sendAnswer, sendUnbuilt } from './page-answer.ts'
import { PageMemory } from './page-memory.ts'
import { siteBuild } from './site-build.ts'

/**
 * Pages of the portal's host for visitors without session or script: drawn as those of the residents' site, from
 * the same texts, under the portal's name.
 */
export function portalPagesRoutes(app: FastifyInstance, deps: Dependencies): void {
  const memory = new PageMemory()
  const stop = deps.live.witness((heard) => {
    if (heard === 'gap' || heard.topic === 'clock') memory.clear()
  })
  app.addHook('onClose', async () => stop())

  for (const word of legalWords)
    app.get(`/${word}`, async (request, reply) => {
      const { version } = request.query as { version?: string }
      const make = async () => await draw(deps, await readLegalPage(deps, 'portal', word, version))
      return await send(deps, request, reply, () =>
        memory.read(`${word} ${version ?? ''}`, make, isDatabaseUnavailable),
      )
    })

  app.get('/signaler', async (request, reply) => {
    const { adresse = '' } = request.query as { adresse?: string }
    return await send(deps, request, reply, () => draw(deps, reportForm(title, { address: adresse })))
  })
  app.post('/signaler', async (request, reply) => await receiveReport(deps, request, reply))
  app.get('/signalement/:code', async (request, reply) => {
    const { code } = request.params as { code: string }
    if (deps.config.residentUrl) return reply.redirect(followUp(deps, code), 302)
    const asked = { deps, resident: undefined, now: await readNow(deps.db), address: { words: [], query: new Map() } }
    const read = await reported(asked, code)
    return await send(deps, request, reply, () => draw(deps, read))
  })
}

const title = 'Signaler — Parvis Pro'

/** The follow-up page is the residents'; without their site the portal shows it. */
const followUp = ({ config }: Dependencies, code: string) =>
  `${config.residentUrl ?? ''}/signalement/${encodeURIComponent(code)}`

/** A form without script: 303 to the follow-up page, or the form again with what was typed and why it was refused. */
async function receiveReport(deps: Dependencies, request: FastifyRequest, reply: FastifyReply) {
  const fields = receivedBody(request).fields as Record<string, string>
  try {
    const code = await keepTyped(deps, fields, request.ip)
    return reply.header('cache-control', caching.never).redirect(followUp(deps, code), 303)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const form = reportForm(title, { ...typedIn(fields), error: sentenceOf(error) })
    return await send(deps, request, reply, () =>
      draw(deps, { ...form, status: statusOfKind[refusals[error.key].kind] }),
    )
  }
}

async function keepTyped(deps: Dependencies, fields: object, ip: string): Promise<string> {
  const typed = siteReportsContract.reportOnSite.body.safeParse(fields)
  if (typed.success) return (await fileReport(deps, typed.data, { ip, userId: undefined })).code
  const name = String(typed.error.issues[0]?.path[0] ?? 'address')
  throw refusal('request.validation', { fields: { [name]: 'report_form_error' } })
}

function typedIn(fields: Record<string, string>) {
  const { address = '', text = '', reason = '', name = '', email = '', goodFaith } = fields
  return { address, text, reason, name, email, goodFaith: goodFaith === '1' }
}

async function send(
  deps: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  make: () => Promise<ReadyAnswer>,
): Promise<FastifyReply> {
  if (!(await siteBuild())) return sendUnbuilt(reply)
  try {
    return await sendAnswer(request, reply, await make())
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error
    return await sendAnswer(request, reply.header('retry-after', 2), await draw(deps, unavailable()))
  }
}

const draw = async (deps: Dependencies, read: PageRead): Promise<ReadyAnswer> =>
  await readyAnswer(await drawPage(deps, { host: 'portal', home: '' }, read))
