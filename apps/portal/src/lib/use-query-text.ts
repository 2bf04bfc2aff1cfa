import { useLocation } from '@tanstack/react-router'

/** A text of the address's query, letter for letter; undefined when absent or empty. */
export function useQueryText(name: string): string | undefined {
  const query = useLocation({ select: (location) => location.searchStr })
  return new URLSearchParams(query).get(name) || undefined
}
