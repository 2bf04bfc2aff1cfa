import type { InstantSection } from '@parvis/domain/instants/instant-form'
import { useState } from 'react'

/** Which of the four sections are open; all are at first, so that a phone only has to scroll (I-025, I-093). */
export function useSections() {
  const [closed, setClosed] = useState<readonly InstantSection[]>([])
  return {
    isOpen: (section: InstantSection) => !closed.includes(section),
    toggle: (section: InstantSection, isOpen: boolean) =>
      setClosed((known) => [...known.filter((other) => other !== section), ...(isOpen ? [] : [section])]),
    show: (section: InstantSection | undefined) =>
      setClosed((known) => (section === undefined ? known : known.filter((other) => other !== section))),
  }
}

export type Sections = ReturnType<typeof useSections>
