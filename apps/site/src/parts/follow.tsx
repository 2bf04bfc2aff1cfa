import { type LetterRhythm, letterRhythms } from '@parvis/domain/residents/letter'
import { rhythmWords } from '@parvis/domain/residents/letter.fr'
import type { SitePage } from '@parvis/domain/site/page'

/** Follows in one tap; a real form without script, a link from a domain that may not send the cookie (W-034, W-130). */
export function Follow({ companyId, page, address }: { companyId: string; page: SitePage; address: string }) {
  if (page.host === 'foreign')
    return (
      <a className="button" href={address}>
        Suivre et être averti
      </a>
    )
  return (
    <div className="follow" data-follow={companyId}>
      <form method="post" action={`${page.home}/v1/site/companies/${companyId}/follow`}>
        <input type="hidden" name="follows" value="1" />
        <button type="submit" name="mode" value="now" className="button">
          Suivre et être averti
        </button>
        <button type="submit" name="mode" value="none" className="quiet">
          Suivre sans notification
        </button>
      </form>
      {page.isMailServed ? <ByMail action={`${page.home}/v1/site/companies/${companyId}/follow`} /> : null}
      <p className="note">Sans compte, sans e-mail, sans numéro : cet appareil retient vos choix.</p>
    </div>
  )
}

/** For whom no push reaches: one field, then the click in the mail (L-001). */
function ByMail({ action }: { action: string }) {
  return (
    <details>
      <summary>Par e-mail</summary>
      <form method="post" action={action} data-form="letter">
        <input type="hidden" name="follows" value="1" />
        <LetterFields rhythm="weekly" />
        <button type="submit" className="button second">
          Recevoir cette lettre
        </button>
      </form>
    </details>
  )
}

/** Also in the settings, where an address is there already: `current`, masked. */
export function LetterFields({ rhythm, current }: { rhythm: LetterRhythm; current?: string }) {
  return (
    <>
      <label>
        {current ? 'Une autre adresse (facultatif)' : 'Votre adresse'}
        <input name="email" type="email" required={!current} maxLength={254} autoComplete="email" />
      </label>
      <label>
        Les nouvelles
        <select name="rhythm" defaultValue={rhythm}>
          {letterRhythms.map((value) => (
            <option key={value} value={value}>
              {rhythmWords[value]}
            </option>
          ))}
        </select>
      </label>
    </>
  )
}
