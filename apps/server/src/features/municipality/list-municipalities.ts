import { isZip } from '@parvis/domain/kernel/zip'
import { refuseFields } from '@parvis/domain/refusals'
import type { Dependencies } from '../../dependencies.ts'
import { mediaUrl } from '../../pictures/picture-store.ts'
import { listTownHalls } from './municipality.queries.ts'

/** The completed town halls of a postal code, or of everywhere; 400 for a bad zip. */
export async function listMunicipalities({ db, config }: Dependencies, zip: string | undefined) {
  if (zip && !isZip(zip)) refuseFields({ zip: 'zipCode_format_error' })
  const image = (name: string | null) => name && mediaUrl(config, name)
  const townHalls = await listTownHalls(db, zip)
  return townHalls.map(({ profileImage, coverImage, ...townHall }) => ({
    ...townHall,
    profileImage: image(profileImage),
    coverImage: image(coverImage),
  }))
}
