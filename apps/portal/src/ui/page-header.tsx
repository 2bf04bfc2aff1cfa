import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { PageLink } from '../lib/router.tsx'
import { pages } from '../lib/routes.ts'
import { unbroken } from '../lib/typographic.ts'
import styles from './page-header.module.css'

type PageHeaderProps = {
  title: string
  /** One sentence that says what the page is for. */
  sentence?: ReactNode
  /** The primary action: right of the title, stuck to the bottom of a phone's screen. */
  action?: ReactNode
  /** Above the title: the page that one came from, by its title. */
  back?: (typeof pages)[number][0]
}

export function PageHeader({ title, sentence, action, back }: PageHeaderProps) {
  return (
    <header className={`flex between bottom gap-3 ${styles.header}`}>
      <div className="shrinks">
        {back ? (
          <PageLink to={back} className="gap-tight bold tap">
            <IconArrowLeft size={18} aria-hidden="true" /> {pages.find(([path]) => path === back)?.[1]}
          </PageLink>
        ) : null}
        <h1 className="title">{unbroken(title)}</h1>
        {sentence ? <p className="measure top-1 soft large">{sentence}</p> : null}
      </div>
      {action ? <div className={`flex fixed ${styles.action}`}>{action}</div> : null}
    </header>
  )
}
