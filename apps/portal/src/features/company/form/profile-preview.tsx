import { categoryLabel } from '@parvis/domain/company/categories'
import { openingHoursOf } from '@parvis/domain/company/opening-hours'
import type { Company } from '../../../lib/session.ts'
import { useObjectUrl } from '../../../ui/picture/use-object-url.ts'
import { placeLine } from '../place-line.ts'
import { ResidentView } from '../resident-view.tsx'
import type { ProfileValues } from './profile-values.ts'

/** What residents will see, drawn from what is being typed. */
export function ProfilePreview({ values, company }: { values: ProfileValues; company: Company }) {
  const profileImage = useObjectUrl(values.profileImage) ?? company.profileImage
  const coverImage = useObjectUrl(values.coverImage) ?? company.coverImage
  const rows = values.openingHours.filter(({ startTime, endTime }) => startTime.length === 5 && endTime.length === 5)
  return (
    <ResidentView
      profile={{
        name: values.name,
        categoryLabel: values.category && categoryLabel(values.category, values.type),
        profileImage,
        coverImage,
        description: values.description,
        hours: openingHoursOf(rows.map(({ dayType, ...row }) => ({ ...row, type: dayType }))),
        address: placeLine(values),
        phoneNumber: values.phoneNumber,
        website: values.noWebsite ? '' : values.website,
        clickAndCollect: values.cacActive ? 'Click and collect' : '',
      }}
    />
  )
}
