import {
  type Icon,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleMinus,
  IconCircleX,
  IconClock,
  IconInfoCircle,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './status-badge.module.css'

const tones = {
  success: IconCircleCheck,
  waiting: IconClock,
  warning: IconAlertTriangle,
  danger: IconCircleX,
  info: IconInfoCircle,
  off: IconCircleMinus,
  sky: IconInfoCircle,
  brick: IconInfoCircle,
  mustard: IconInfoCircle,
}

type StatusBadgeProps = { tone: keyof typeof tones; children: ReactNode; icon?: Icon | undefined }

/** A state in a word and an icon, never a colour alone. */
export function StatusBadge({ tone, children, icon: Glyph = tones[tone] }: StatusBadgeProps) {
  return (
    <span className={`gap-tight small bold ${styles.badge} ${styles[tone]}`}>
      <Glyph size={16} aria-hidden="true" />
      {children}
    </span>
  )
}
