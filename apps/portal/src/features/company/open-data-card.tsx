import { IconCopy } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../api/query.ts'
import { useNear } from '../../lib/after-first-paint.ts'
import { useMay } from '../../lib/may.ts'
import { call } from '../../lib/request.ts'
import type { Company } from '../../lib/session.ts'
import { Button, QuietButton, SmallButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { copyText } from '../../ui/copy-text.ts'
import styles from './open-data-card.module.css'

/** « Sur votre site et ailleurs »: whether others may reuse the hours and events, and the codes for one's own site. */
export function OpenDataCard({ company }: { company: Company }) {
  const { publicUrl } = company
  const { place, isNear } = useNear()
  const { data } = useQuery({
    ...query('GET /v1/company/:id/open-data'),
    enabled: isNear,
  })
  return (
    <Card title="Sur votre site et ailleurs">
      <div className={`stack-2 ${styles.body}`} ref={place}>
        {data ? <Choice company={company} open={data.open} chosen={data.chosen} /> : null}
        {data && publicUrl ? (
          <>
            <Embed
              title="Mes horaires sur mon site"
              code={data.embeds.hours}
              preview={`${publicUrl}/carte?vue=horaires`}
            />
            <Embed
              title="Mon agenda sur mon site"
              code={data.embeds.agenda}
              preview={`${publicUrl}/carte?vue=agenda`}
            />
          </>
        ) : null}
      </div>
    </Card>
  )
}

type ChoiceProps = { company: Company; open: boolean; chosen: boolean | null }

/** An association is asked once; whoever has said it before has a switch. */
function Choice({ company: { type }, open, chosen }: ChoiceProps) {
  const mayChoose = useMay()('PUT /v1/company/:id/open-data')
  const { mutate, isPending } = useMutation({
    mutationFn: (isOpen: boolean) => call('PUT /v1/company/:id/open-data', { body: { open: isOpen } }),
    meta: { toastsFailure: true, refreshes: ['GET /v1/company/:id/open-data'] },
  })
  if (type === 'association' && chosen === null && mayChoose) {
    return (
      <div className="stack-2 tint pad-2">
        <p className="bold">L’office de tourisme et la presse peuvent-ils reprendre vos événements&nbsp;?</p>
        <p className="soft">{terms}</p>
        <div className="row">
          <Button disabled={isPending} onClick={() => mutate(true)}>
            Oui, les ouvrir
          </Button>
          <Button variant="secondary" disabled={isPending} onClick={() => mutate(false)}>
            Non
          </Button>
        </div>
      </div>
    )
  }
  return (
    <>
      <CheckboxField
        name="open-data"
        look="switch"
        label="Mes horaires et mes événements sont des données ouvertes"
        hint={terms}
        value={open}
        disabled={isPending || !mayChoose}
        onChange={mutate}
      />
      {chosen === false ? <p className="soft">Qui les a déjà reprises peut les garder.</p> : null}
    </>
  )
}

const terms =
  'L’office de tourisme, la presse locale et les cartes peuvent les reprendre en citant votre nom (Licence Ouverte 2.0). Jamais vos messages, vos commandes ni vos abonnés.'

type EmbedProps = { title: string; code: string; preview: string }

/** The code to paste in another site, and what it shows there. */
function Embed({ title, code, preview }: EmbedProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <section className={`stack-1 ruled ${styles.embed}`} aria-label={title}>
      <h3>{title}</h3>
      <div className="row">
        <SmallButton
          icon={IconCopy}
          onClick={() => void copyText(code, 'Code copié\u00a0: collez-le dans une page de votre site.')}
        >
          Copier le code
        </SmallButton>
        <QuietButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Aperçu
        </QuietButton>
      </div>
      {isOpen ? (
        <>
          <iframe className={`box ${styles.preview}`} src={preview} title={`Aperçu\u00a0: ${title}`} loading="lazy" />
          <pre className={`written ${styles.code}`}>{code}</pre>
        </>
      ) : null}
    </section>
  )
}
