import { useLocation } from './router.tsx'

/** A text of the address's query, letter for letter; undefined when absent or empty. */
export function useQueryText(name: string): string | undefined {
  const query = useLocation().search
  return new URLSearchParams(query).get(name) || undefined
}
