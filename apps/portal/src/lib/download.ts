import { readError, unreachable } from './api-error.ts'
import { saveFile } from './save-file.ts'
import { readStored } from './storage.ts'

/** Gives a file that only the signed-in person may read to the browser's downloads. Throws an ApiError. */
export async function download(url: string, name: string): Promise<void> {
  const headers = { authorization: `Bearer ${readStored('token') ?? ''}` }
  const reply = await fetch(url, { headers, cache: 'no-store' }).catch(() => {
    throw unreachable()
  })
  if (!reply.ok) {
    const body: unknown = await reply.json().catch(() => undefined)
    throw readError(reply.status, body, (header) => reply.headers.get(header))
  }
  saveFile(await reply.blob(), name)
}
