import { readError, unreachable } from './api-error.ts'
import { withSecondProof } from './second-proof.ts'
import { readStored } from './storage.ts'

/** Gives a file that only the signed-in person may read to the browser's downloads. Throws an ApiError. */
export async function download(url: string, name: string): Promise<void> {
  saveFile(await fetchFile(url), name)
}

/** Such a file, in this page only; with a body the call is a POST. Throws an ApiError. */
export async function fetchFile(url: string, body?: object): Promise<Blob> {
  const headers = { authorization: `Bearer ${readStored('token') ?? ''}`, 'content-type': 'application/json' }
  const sent = body ? { method: 'POST', body: JSON.stringify(body) } : {}
  return await withSecondProof(async () => {
    const reply = await fetch(url, { ...sent, headers, cache: 'no-store' }).catch(() => {
      throw unreachable()
    })
    if (!reply.ok) {
      const refused: unknown = await reply.json().catch(() => undefined)
      throw readError(reply.status, refused)
    }
    return await reply.blob()
  })
}

/** Gives a file to the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
