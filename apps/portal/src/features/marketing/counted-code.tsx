import type { AnswerOf } from '@parvis/domain/api'
import { readableItems } from '@parvis/domain/instants/activation-time'
import { scheduleItemText } from '@parvis/domain/instants/schedule.fr'
import { counted, followersText } from '@parvis/domain/kernel/french-format'
import { maxCodeLabel } from '@parvis/domain/marketing/qr-links'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/request.ts'
import { useCompany } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Collapsible } from '../../ui/collapsible.tsx'
import { FailureAlert } from '../../ui/failure-alert.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { type OwnCode, ownInstantsQuery, useChangeCodes } from './codes.queries.ts'
import styles from './posters-page.module.css'
import { QrBody } from './qr-card.tsx'

type CountedCodeProps = { code: OwnCode; line: string; defaultOpen: boolean }

/** One code: what it brought, the code itself to take away, its name, and whether it still counts. */
export function CountedCode({ code, line, defaultOpen }: CountedCodeProps) {
  const [isOpen, setOpen] = useState(defaultOpen)
  const company = useCompany()
  const instants = useQuery(ownInstantsQuery).data
  const { instantId } = code.target
  const instant = instants?.find(({ instantInformation: { id } }) => id === instantId)
  const title = instant?.instantInformation.title
  return (
    <Collapsible title={code.label} aside={resultsOf(code)} look="plain" open={isOpen} onToggle={setOpen}>
      {isOpen ? (
        <div className={`stack-3 ${styles.code}`}>
          <QrBody
            link={code.url}
            logo="/logos/parvis.svg"
            fileName={`code-${code.code}`}
            poster={{ name: company.name, line, instant: instant && posterInstant(instant) }}
          />
          <div className={`stack-2 ${styles.settings}`}>
            <p className="soft">
              {instantId === null ? 'Mène à votre page.' : `Mène à «\u00a0${title ?? '…'}\u00a0».`}
            </p>
            <Settings code={code} />
          </div>
        </div>
      ) : null}
    </Collapsible>
  )
}

function Settings({ code: { code, label, active } }: { code: OwnCode }) {
  const { mutate, error } = useChangeCodes()
  const update = (body: { label?: string; active?: boolean }) =>
    mutate(() => call('PUT /v1/company/:id/codes/:code', { params: { code }, body }))
  const [typed, setTyped] = useState(label)
  return (
    <>
      <TextField name={`label-${code}`} label="Nom du code" value={typed} onChange={setTyped} limit={maxCodeLabel} />
      <div className="row">
        <Button
          variant="secondary"
          disabled={typed.trim() === '' || typed === label}
          onClick={() => update({ label: typed })}
        >
          Renommer
        </Button>
        <Button variant="quiet" onClick={() => update({ active: !active })}>
          {active ? 'Ne plus le compter' : 'Le compter de nouveau'}
        </Button>
      </div>
      {active ? null : <p className="soft">Il mène toujours chez vous, sans être compté.</p>}
      <FailureAlert error={error} />
    </>
  )
}

/** « 84 scans, 31 abonnés ». */
function resultsOf({ scans, follows, active }: OwnCode): string {
  const counts = `${counted(scans, 'scan')}, ${followersText(follows)}`
  return active ? counts : `${counts}, arrêté`
}

type ListedInstant = AnswerOf<'GET /v1/instants/company/:companyId'>[number]

/** What the poster of an instant says of it: title, first dates, picture. */
function posterInstant({ instantInformation: { title, pictureUrl }, instantActivationTimes }: ListedInstant) {
  const times = readableItems(instantActivationTimes).map(scheduleItemText)
  return { title, when: times.slice(0, 2).join(' · '), pictureUrl }
}
