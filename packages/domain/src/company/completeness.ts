import { countCharacters } from '../kernel/text.ts'
import { visibleText } from '../kernel/visible-text.ts'
import type { MissingPart } from './completeness.fr.ts'
import type { OpeningHours } from './opening-hours.ts'
import type { DrawablePicture } from './picture-sizes.ts'

export type ProfileToComplete = {
  profileImage: string | null
  coverImage: string | null
  /** Which of the two pictures are drawings, to be replaced by a photo. */
  drawnPictures?: readonly DrawablePicture[] | undefined
  description: string | null
  phoneNumber: string | null
  website: string | null
  email: string | null
  latitude: number | null
  openHours: readonly OpeningHours[]
  appointmentDays?: readonly number[] | undefined
  /** Instants that residents can see now. */
  visibleInstants: number
}

const fullDescription = 80

/** The missing parts, the most useful first, and the share done, 0 to 100. */
export function profileCompleteness(profile: ProfileToComplete): { percent: number; missing: MissingPart[] } {
  const hasPictures = Boolean(profile.profileImage && profile.coverImage)
  const isDrawn = Boolean(profile.drawnPictures?.length)
  const parts: [MissingPart, boolean][] = [
    ['opening_hours', profile.openHours.length > 0 || Boolean(profile.appointmentDays?.length)],
    [hasPictures ? 'photos' : 'pictures', hasPictures && !isDrawn],
    ['description', countCharacters(visibleText(profile.description ?? '')) >= fullDescription],
    ['phone', Boolean(profile.phoneNumber)],
    ['position', profile.latitude !== null],
    ['instant', profile.visibleInstants > 0],
    ['email', Boolean(profile.email)],
    ['website', Boolean(profile.website)],
  ]
  const missing = parts.filter(([, there]) => !there).map(([part]) => part)
  return { percent: Math.round(((parts.length - missing.length) / parts.length) * 100), missing }
}
