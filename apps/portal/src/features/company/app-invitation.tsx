import { cityAppOf } from '@parvis/domain/marketing/qr-links'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { configurationQuery } from '../../lib/session.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import styles from './app-invitation.module.css'

const delay = 10_000
const phone = '(max-width: 767px)'
const shownKey = 'app-invitation'

/** On a phone, after ten seconds, once per browser session: the app of the city (P-021, P-022, AMB-59). */
export function AppInvitation({ zipCode }: { zipCode: string | null }) {
  const apps = useQuery(configurationQuery).data?.cityApps
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    if (!window.matchMedia(phone).matches || sessionStorage.getItem(shownKey)) return
    const timer = setTimeout(() => {
      sessionStorage.setItem(shownKey, 'shown')
      setOpened(true)
    }, delay)
    return () => clearTimeout(timer)
  }, [])
  if (!apps) return null
  const app = cityAppOf(apps, zipCode)
  return (
    <Modal opened={opened} onClose={() => setOpened(false)} title="Parvis est aussi sur votre téléphone" size="narrow">
      <div className={styles.body}>
        <img src={app.logo} alt="" width={72} height={72} />
        <p>Répondez à vos clients et publiez vos instants depuis l’application de votre ville.</p>
        <a className={buttonClass({ variant: 'primary', wide: true })} href={app.link}>
          Ouvrir l’application
        </a>
        <Button variant="quiet" wide onClick={() => setOpened(false)}>
          Rester sur le site
        </Button>
      </div>
    </Modal>
  )
}
