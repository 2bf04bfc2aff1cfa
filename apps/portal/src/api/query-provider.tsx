import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { onSessionEnd } from '../lib/session-end.ts'
import { queryClient } from './query-client.ts'

/**
 * Around each part that reads the query cache, which the sign-in page does without: it is a tenth of a first visit. The cache ends with
 * the session, but only once a page is drawn: a guard that still waits for an answer would wait for ever.
 */
export function QueryProvider({ children }: { children: ReactNode }) {
  useEffect(() => onSessionEnd(() => queryClient.clear()), [])
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}
