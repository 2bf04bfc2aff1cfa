import type { Company } from '../../lib/session.ts'
import { ContactCard } from './contact-card.tsx'
import { NumbersCard } from './numbers-card.tsx'
import { OpenDataCard } from './open-data-card.tsx'
import { PhotosCard } from './photos-card.tsx'
import { TownNumbersCard } from './town-numbers-card.tsx'
import { YourPageCard } from './your-page-card.tsx'

/** What the home page shows below its first screen. */
export const LowerCards = ({ company }: { company: Company }) => (
  <>
    <NumbersCard />
    <TownNumbersCard company={company} />
    <YourPageCard company={company} />
    <PhotosCard company={company} />
    <OpenDataCard company={company} />
    <ContactCard company={company} />
  </>
)
