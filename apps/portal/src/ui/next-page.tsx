import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { FailureAlert } from './failure-alert.tsx'

type NextPageProps = {
  /** Of `useInfiniteQuery`. */
  list: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    error: unknown
    fetchNextPage: () => unknown
  }
  children: ReactNode
}

/** Under a list that comes by pages: asks for the next one, and says why it did not come. Nothing under the last. */
export function NextPage({ list, children }: NextPageProps) {
  if (!list.hasNextPage) return null
  return (
    <>
      <FailureAlert error={list.isFetchNextPageError && list.error} />
      <Button variant="secondary" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {children}
      </Button>
    </>
  )
}
