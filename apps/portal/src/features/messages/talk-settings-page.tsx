import { IconBolt, IconClockHour4, IconMoon } from '@tabler/icons-react'
import { lazyPart } from '../../lib/after-first-paint.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { PageTabs } from '../../ui/tabs.tsx'
import { QuickRepliesEditor } from './quick-replies-editor.tsx'
import styles from './talk-settings.module.css'

const AwaySettings = lazyPart(() => import('./away-settings.tsx').then((it) => it.AwaySettings))
const LaterList = lazyPart(() => import('./later-list.tsx').then((it) => it.LaterList))

const tabs = [
  { value: 'reponses', label: 'Réponses rapides', icon: IconBolt, panel: <QuickRepliesEditor /> },
  { value: 'absence', label: 'Absence', icon: IconMoon, panel: <AwaySettings /> },
  { value: 'plus-tard', label: 'Plus tard', icon: IconClockHour4, panel: <LaterList /> },
] as const

/** Settings of all conversations: quick replies, the automatic reply, scheduled messages. */
export function TalkSettingsPage() {
  return (
    <div className={`stack-2 ${styles.page}`}>
      <PageHeader
        title="Réglages des messages"
        sentence="Répondre plus vite, et dire quand vous n’êtes pas là."
        back="/messages"
      />
      <PageTabs label="Réglages des messages" tabs={tabs} />
    </div>
  )
}
