import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { typographic } from '../lib/typographic.ts'
import styles from './alert.module.css'

const icons = { danger: IconAlertTriangle, warning: IconAlertTriangle, success: IconCircleCheck, info: IconInfoCircle }

type AlertProps = {
  tone: keyof typeof icons
  title?: string
  children: ReactNode
  /** The key of an error, for programs: `data-error`. */
  errorKey?: string | undefined
  action?: ReactNode
}

/** A framed message: read out at once when it is an error, politely otherwise. */
export function Alert({ tone, title, children, errorKey, action }: AlertProps) {
  const Icon = icons[tone]
  return (
    <div
      className={`flex wrap gap-half ${styles.alert} ${styles[tone]}`}
      role={tone === 'danger' ? 'alert' : 'status'}
      data-error={errorKey}
    >
      <Icon size={22} aria-hidden="true" />
      <div className={styles.words}>
        {title ? <strong>{typographic(title)}</strong> : null}
        <div>{typeof children === 'string' ? typographic(children) : children}</div>
      </div>
      {action}
    </div>
  )
}
