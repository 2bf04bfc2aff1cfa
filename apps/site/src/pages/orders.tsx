import { pickupMissing } from '@parvis/domain/orders/orders.refusals.fr'
import type { FormError, OrderTyped, PrivateContent, Quarter, SlotDay } from '@parvis/domain/site/private-page'
import type { ReactNode } from 'react'
import { Check, ErrorAt, ErrorLine, FirstNameField, Form, InputField, LongField, wrong } from '../parts/form.tsx'

export function OrderPage({ content }: { content: Extract<PrivateContent, { kind: 'order' }> }) {
  const { company, typed, companyId, error } = content
  return (
    <section className="order">
      <h1>Commander chez {company.name}</h1>
      {content.instruction ? <p className="lines">{content.instruction}</p> : null}
      {content.paused ? <p className="state-word">{content.paused}</p> : null}
      {error && !error.field ? <ErrorLine error={error.sentence} /> : null}
      <Form
        action={`/v1/site/companies/${companyId}/orders`}
        kind="order"
        isOnce
        data-draft={`commande ${companyId}`}
        said={`Commande envoyée. ${company.name} doit encore l’accepter.`}
        encType={content.photoAllowed ? 'multipart/form-data' : undefined}
        button="Envoyer ma demande"
      >
        <LongField
          name="orderContent"
          label="Votre commande"
          required
          rows={5}
          defaultValue={typed.orderContent}
          error={error}
        />
        <PickupFields {...content} />
        <Check name="flexible" defaultChecked={Boolean(typed.flexible)}>
          Je peux passer un peu avant ou après
        </Check>
        <InputField
          name="maxTotal"
          label="Prix à ne pas dépasser (facultatif, en euros)"
          inputMode="decimal"
          maxLength={10}
          defaultValue={typed.maxTotal}
          error={error}
        />
        {content.photoAllowed ? (
          <InputField name="picture" label="Une photo (facultatif)" type="file" accept="image/*" />
        ) : null}
        <FirstNameField value={typed.firstName} error={error} required />
        <p className="note">Vous payez au retrait. Le commerce vous répond ici.</p>
      </Form>
      <p>
        <a href={company.href}>Retour à la fiche</a>
      </p>
    </section>
  )
}

type PickupProps = {
  days: readonly SlotDay[]
  typed: Partial<OrderTyped>
  takesAnyTime?: boolean
  free?: readonly Quarter[]
  error?: FormError | undefined
}

/**
 * A day, then a quarter of it, nothing chosen beforehand; without slots any other time too. The sheet alone shows the quarters of the
 * day that is chosen: each stands after its day.
 */
export function PickupFields({ days, typed, takesAnyTime = false, free = [], error }: PickupProps) {
  if (!takesAnyTime && days.every(({ quarters }) => quarters.length === 0))
    return <p className="state-word">Aucun créneau n’est libre pour le moment.</p>
  const wrongField = ['slot', 'pickupDateTime'].find((field) => field === error?.field)
  return (
    <fieldset className="pickup" data-missing={pickupMissing} aria-describedby={wrongField && 'erreur'}>
      <legend>Retrait</legend>
      {wrongField ? <ErrorAt error={error} field={wrongField} /> : null}
      <div className="free" hidden={free.length === 0}>
        <p>Encore libres&nbsp;:</p>
        {free.map((quarter) => (
          <QuarterChoice key={quarter.value} quarter={quarter} typed="" />
        ))}
      </div>
      {days.map(({ date, day, quarters }) => (
        <DayChoice
          key={date}
          label={day}
          value={date}
          isFull={quarters.length === 0}
          isChosen={quarters.some(({ value }) => value === typed.slot)}
        >
          {quarters.map((quarter) => (
            <QuarterChoice key={quarter.value} quarter={quarter} typed={typed.slot} />
          ))}
        </DayChoice>
      ))}
      {takesAnyTime ? <AnyTime typed={typed} error={error} /> : null}
    </fieldset>
  )
}

function AnyTime({ typed, error }: Pick<PickupProps, 'typed' | 'error'>) {
  return (
    <DayChoice label="Autre heure" value="other" isChosen={typed.day === 'other'}>
      <InputField
        name="pickupDateTime"
        label="Jour et heure"
        type="datetime-local"
        defaultValue={typed.pickupDateTime}
        {...wrong(error, 'pickupDateTime')}
      />
    </DayChoice>
  )
}

type DayProps = { label: string; value: string; isFull?: boolean; isChosen: boolean; children: ReactNode }

function DayChoice({ label, value, isFull = false, isChosen, children }: DayProps) {
  const id = `jour-${value}`
  return (
    <>
      <input
        type="radio"
        className="hidden"
        id={id}
        name="day"
        value={value}
        disabled={isFull}
        defaultChecked={isChosen}
      />
      <label htmlFor={id}>{label}</label>
      <fieldset className="quarters" aria-label={label}>
        {children}
      </fieldset>
    </>
  )
}

function QuarterChoice({ quarter: { value, label }, typed }: { quarter: Quarter; typed: string | undefined }) {
  return (
    <label>
      <input type="radio" className="hidden" name="slot" value={value} defaultChecked={value === typed} />
      <span>{label}</span>
    </label>
  )
}
