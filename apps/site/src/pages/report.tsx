import type { SitePage } from '@parvis/domain/site/page'
import type { PrivateContent } from '@parvis/domain/site/private-page'
import { Check, ChoiceField, ErrorLine, Form, InputField, LongField } from '../parts/form.tsx'

/** Reporting something: nobody has to say who they are. */
export function ReportPage({
  content,
  page,
}: {
  content: Extract<PrivateContent, { kind: 'report' }>
  page: SitePage
}) {
  const action = page.host === 'portal' ? '/signaler' : '/v1/site/reports'
  return (
    <section className="report">
      <h1>Signaler</h1>
      <p>Une personne de l’équipe regarde chaque signalement. Vous recevez un numéro pour suivre ce qu’il devient.</p>
      <ErrorLine error={content.error} />
      <Form action={action} kind="report" button="Envoyer le signalement">
        <InputField
          name="address"
          label="Adresse de la page ou du message"
          required
          maxLength={2000}
          defaultValue={content.address}
        />
        <ChoiceField
          name="reason"
          label="Pourquoi"
          required
          defaultValue={content.reason}
          options={[{ value: '', label: 'Choisissez' }, ...content.reasons]}
        />
        <LongField name="text" label="Ce que vous avez vu" rows={5} defaultValue={content.text} />
        {/* Not asked about a child: the sheet hides it then, without script. */}
        <div className="who">
          <InputField
            name="name"
            label="Votre nom (facultatif)"
            maxLength={100}
            autoComplete="name"
            defaultValue={content.name}
          />
          <InputField
            name="email"
            label="Votre e-mail (facultatif)"
            type="email"
            maxLength={200}
            autoComplete="email"
            defaultValue={content.email}
          />
        </div>
        <Check name="goodFaith" defaultChecked={content.goodFaith}>
          Je certifie que ces informations sont exactes, de bonne foi (nécessaire pour un contenu illicite).
        </Check>
      </Form>
    </section>
  )
}
