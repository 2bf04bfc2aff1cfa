import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type LinkProps, PageLink } from '../lib/router.tsx'
import { unbroken } from '../lib/typographic.ts'
import styles from './page-header.module.css'

type PageHeaderProps = {
  title: string
  /** One sentence that says what the page is for. */
  sentence?: ReactNode
  /** The primary action: right of the title, stuck to the bottom of a phone's screen. */
  action?: ReactNode
  /** Above the title: where one came from. */
  back?: { to: NonNullable<LinkProps['to']>; label: string }
}

export function PageHeader({ title, sentence, action, back }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <div className="shrinks">
        {back ? (
          <PageLink to={back.to} className="gap-tight bold tap">
            <IconArrowLeft size={18} aria-hidden="true" /> {back.label}
          </PageLink>
        ) : null}
        <h1 className="title">{unbroken(title)}</h1>
        {sentence ? <p className="measure top-1 soft large">{sentence}</p> : null}
      </div>
      {action ? <div className={styles.action}>{action}</div> : null}
    </header>
  )
}
