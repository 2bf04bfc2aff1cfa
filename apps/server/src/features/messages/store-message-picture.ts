import { pictureRules } from '@parvis/domain/company/picture-sizes'
import type { UploadedFile } from '@parvis/domain/kernel/contract'
import type { Dependencies } from '../../dependencies.ts'
import { storePicture } from '../../pictures/picture-store.ts'
import { preparePicture } from '../../pictures/prepare-picture.ts'

/** Re-encodes and stores the private image of a message or broadcast; the sweep takes it back if no row names it. */
export async function storeMessagePicture(deps: Dependencies, files: readonly UploadedFile[]) {
  const [image] = files
  if (!image) return undefined
  const prepared = await preparePicture('image', image.bytes, pictureRules.message)
  if ('minimum' in prepared) throw new Error('the pictures of messages have no least size')
  return await storePicture(deps, 'private', prepared)
}
