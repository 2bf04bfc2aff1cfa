import { maximumPictureBytes } from '@parvis/domain/company/picture-sizes'
import { refusalTexts } from '@parvis/domain/refusal-texts.fr'
import type { FieldError } from '../../lib/use-form.ts'

const accepted = ['image/jpeg', 'image/png', 'image/webp']

/** What the server would refuse of a file, said before sending it; it looks at the content again. */
export function checkChosenImage({ type, size }: { type: string; size: number }): FieldError | undefined {
  if (!accepted.includes(type)) return { key: 'unreadable_image', text: refusalTexts['request.unreadable_image'] }
  if (size <= maximumPictureBytes) return undefined
  return { key: 'over_sized_image_error', text: refusalTexts['request.over_sized_image'] }
}
