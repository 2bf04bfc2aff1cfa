import { maximumPictureBytes, pictureRules, pictureTypes } from '@parvis/domain/company/picture-sizes'
import { requestRefusals } from '@parvis/domain/kernel/request.refusals.fr'
import type { FieldError } from '../../lib/use-form.ts'
import { asJpeg, isHeic, unreadHeic } from '../../ui/picture/as-jpeg.ts'

const light = { maxSide: pictureRules.message.within.width, quality: 0.82 }

/**
 * A photo made ready on the device, before it is kept or sent: upright, 1,600 px, JPEG. What the browser cannot decode
 * goes as it is when the server can read it and it is not above 10 MB, the limit of what is sent.
 */
export async function shrinkPhoto(file: File): Promise<File | FieldError> {
  const shrunk = await asJpeg(file, light)
  const isHeavier = shrunk && shrunk.size >= file.size && pictureTypes.includes(file.type)
  return shrunk && !isHeavier ? shrunk : asItIs(file)
}

/** What the file holds, or why it will not do: the server looks at the content again. */
async function asItIs(file: File): Promise<File | FieldError> {
  if (isHeic(file)) return { key: 'unreadable_image', text: `${unreadHeic.text}. ${unreadHeic.more}` }
  const unreadable = { key: 'unreadable_image', text: requestRefusals['request.unreadable_image'].text }
  // An empty one, as a phone gives of a photo that it keeps elsewhere, would be taken for none.
  if (file.size === 0 || !pictureTypes.includes(file.type)) return unreadable
  if (file.size > maximumPictureBytes)
    return { key: 'over_sized_image_error', text: requestRefusals['request.over_sized_image'].text }
  // A copy: the file itself may be gone when the message leaves.
  const content = await file.arrayBuffer().catch(() => undefined)
  return content ? new File([content], file.name, { type: file.type }) : unreadable
}
