import type { Body, UploadedFile } from '@parvis/domain/kernel/contract'
import { isWholeOrder, type Ranked } from '@parvis/domain/kernel/ranks'
import { checkQuickReply, maxPrepared } from '@parvis/domain/messages/quick-replies'
import type { talkContract } from '@parvis/domain/messages/talk.contract'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import { transaction } from '@parvis/postgres'
import { readNow } from '../../db/clock.ts'
import type { Db, Transaction } from '../../db/database.ts'
import { notifyCompany } from '../../db/notify.queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import { keepFile, privateMediaUrl } from '../../pictures/picture-store.ts'
import { lockCompany } from '../company/index.ts'
import {
  deleteQuickReply,
  insertQuickReply,
  listQuickReplies,
  type QuickReply,
  saveReplyRanks,
  updateQuickReply,
} from './quick-replies.queries.ts'
import { storeMessagePicture } from './store-message-picture.ts'

type TypedReply = Body<typeof talkContract.changeQuickReply> & { files: readonly UploadedFile[] }

/** Adds one after the others. Refuses one beyond the plan (QUICK_REPLY_LIMIT), a short name that is taken, a bad text. */
export async function addQuickReply(deps: Dependencies, companyId: string, typed: TypedReply) {
  const reply = checked(typed)
  const image = (await storeMessagePicture(deps, typed.files)) ?? null
  return await change(deps, companyId, async (tx, replies, max) => {
    if (replies.length >= max) throw refusal('messages.quick_reply_limit')
    refuseTaken(replies, reply.shortcut)
    await insertQuickReply(tx, companyId, { ...reply, image })
    if (image) await keepFile(tx, image, `company:${companyId}`)
  })
}

/** Changes one in its place; its picture stays unless another comes or it is taken away. 404 for another company's. */
export async function changeQuickReply(deps: Dependencies, companyId: string, id: number, typed: TypedReply) {
  const reply = checked(typed)
  const image = await storeMessagePicture(deps, typed.files)
  return await change(deps, companyId, async (tx, replies) => {
    const stored = replies.find((one) => one.id === id)
    if (!stored) throw refusal('messages.reply_gone')
    refuseTaken(
      replies.filter((one) => one !== stored),
      reply.shortcut,
    )
    const shown = image ?? (typed.removeImage ? null : stored.image)
    await updateQuickReply(tx, companyId, id, { ...reply, image: shown })
    if (image) await keepFile(tx, image, `company:${companyId}`)
  })
}

export async function removeQuickReply(deps: Dependencies, companyId: string, id: number) {
  return await change(deps, companyId, async (tx) => {
    if (!(await deleteQuickReply(tx, companyId, id))) throw refusal('messages.reply_gone')
  })
}

/** 400 BAD_RANKS unless each is named once with the ranks 1 to n, as municipal services are (time-and-orders.md 17.20). */
export async function rearrangeQuickReplies(deps: Dependencies, companyId: string, couples: readonly Ranked[]) {
  return await change(deps, companyId, async (tx, replies) => {
    const ids = replies.map(({ id }) => id)
    if (!isWholeOrder(ids, couples)) throw refusal('messages.bad_ranks')
    await saveReplyRanks(tx, companyId, couples)
  })
}

type Work = (tx: Transaction, replies: readonly QuickReply[], max: number) => Promise<void>

/** One change at a time per company: the number, the names and the ranks are counted under its lock. */
async function change({ db, config }: Dependencies, companyId: string, work: Work) {
  return await transaction(db, async (tx) => {
    const { type, purchased } = await lockCompany(tx, companyId)
    await work(tx, await listQuickReplies(tx, companyId), maxPrepared(type, purchased))
    await notifyCompany(tx, companyId)
    return await readQuickReplies(tx, config, companyId)
  })
}

function checked({ shortcut = '', text }: TypedReply) {
  refuseFields(checkQuickReply({ shortcut, text }))
  return { shortcut, text }
}

function refuseTaken(replies: readonly QuickReply[], shortcut: string): void {
  const isSame = (one: string) => one.toLowerCase() === shortcut.toLowerCase()
  if (replies.some((reply) => isSame(reply.shortcut))) throw refusal('messages.shortcut_taken')
}

/** The quick replies of a company, by rank. */
export async function readQuickReplies(db: Db, config: Dependencies['config'], companyId: string) {
  const now = (await readNow(db)).epochMilliseconds
  return (await listQuickReplies(db, companyId)).map((reply) => ({
    ...reply,
    image: reply.image && privateMediaUrl(config, reply.image, now),
  }))
}
