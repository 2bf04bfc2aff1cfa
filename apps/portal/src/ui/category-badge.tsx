import { eventCategories, instantCategoryOf } from '@parvis/domain/instants/kind'
import { IconTag } from '@tabler/icons-react'
import { StatusBadge } from './status-badge.tsx'

/** The category in a word; one that is unknown is shown as it is. */
export function CategoryBadge({ slug }: { slug: string }) {
  return (
    <StatusBadge tone={toneOf(slug)} icon={IconTag}>
      {instantCategoryOf(slug)?.label ?? (slug || 'Sans catégorie')}
    </StatusBadge>
  )
}

function toneOf(slug: string): 'brick' | 'mustard' | 'sky' {
  if (slug === 'gift') return 'brick'
  return eventCategories.some((known) => known === slug) ? 'mustard' : 'sky'
}
