import { randomBytes } from 'node:crypto'
import type { Dependencies } from '../../dependencies.ts'
import type { Job } from '../../jobs/job.ts'
import { blobNamesOf } from '../../pictures/picture-store.ts'
import { recordFile } from '../../pictures/stored-files.queries.ts'
import { findFileState } from './store-act.queries.ts'

type Files = Pick<Dependencies, 'db' | 'gateways'>

const publicBlob = (file: string): string => blobNamesOf(file, 'act')[0] ?? ''
const withdrawnBlob = (file: string): string => `withdrawn/${file}`

/** Stores a file before any row names it, under a name that nobody can guess and that tells its hash; never re-encoded. */
export async function storeActFile({ db, gateways }: Files, bytes: Buffer, sha256: string): Promise<string> {
  const name = `${randomBytes(16).toString('hex')}-${sha256}.pdf`
  await recordFile(db, { name, kind: 'act', width: null, height: null, bytes: bytes.length })
  await gateways.blobs.put(publicBlob(name), bytes, 'application/pdf')
  return name
}

export const isActFile = (name: string): boolean => /^[0-9a-f]{32}-[0-9a-f]{64}\.pdf$/.test(name)

export const readActBlob = async ({ gateways }: Files, name: string): Promise<Buffer> =>
  await gateways.blobs.get(publicBlob(name))

/**
 * Moves the bytes of an act where its row says they belong: aside once it is withdrawn, so that an outage of the database shows
 * nothing withdrawn, back once it is restored. Done again after a crash, it changes nothing more.
 */
export const moveActFile: Job = {
  name: 'move-act-file',
  run: async ({ db, gateways: { blobs } }, payload) => {
    const { id } = payload as { id: number }
    const state = await findFileState(db, id)
    if (!state) return
    const names = [publicBlob(state.file), withdrawnBlob(state.file)] as const
    const [from, to] = state.isWithdrawn ? names : names.toReversed()
    if (from === undefined || to === undefined || !(await blobs.exists(from))) return
    if (!(await blobs.exists(to))) await blobs.put(to, await blobs.get(from), 'application/pdf')
    await blobs.delete(from)
  },
}

/** Deletes for good the bytes of an act whose withdrawal can no longer be undone. */
export async function deleteWithdrawn({ gateways: { blobs } }: Pick<Dependencies, 'gateways'>, file: string) {
  await blobs.delete(withdrawnBlob(file))
  await blobs.delete(publicBlob(file))
}
