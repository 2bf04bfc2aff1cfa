import { type FollowMode, followModes } from '@parvis/domain/residents/attention'
import { followModeWords } from '@parvis/domain/residents/followers.fr'
import { type LetterRhythm, letterRhythms } from '@parvis/domain/residents/letter'
import { rhythmWords } from '@parvis/domain/residents/letter.fr'
import type { SitePage } from '@parvis/domain/site/page'
import { ChoiceField, Form } from './form.tsx'
import { ButtonLink } from './lists.tsx'

type Followed = { companyId: string; name: string; page: SitePage }

const actionOf = (page: SitePage, companyId: string): string => `${page.home}/v1/site/companies/${companyId}/follow`

/**
 * Follows in one tap; a real form without script, a link from a domain that may not send the cookie. The page is the
 * same for everybody: the script shows the choice to whoever follows; without one, `:target` says that the form was received.
 */
export function Follow({ companyId, name, page, address }: Followed & { address: string }) {
  if (page.host === 'foreign')
    return (
      <ButtonLink look="button" href={address}>
        Suivre et être averti
      </ButtonLink>
    )
  const action = actionOf(page, companyId)
  return (
    <div className="follow" data-follow={companyId} data-name={name}>
      <FollowChoice action={action} label="Vous suivez ✓" />
      <form method="post" action={action}>
        <input type="hidden" name="follows" value="1" />
        <button type="submit" name="mode" value="now" className="button bar">
          Suivre et être averti
        </button>
        <button type="submit" name="mode" value="none" className="quiet">
          Suivre sans notification
        </button>
      </form>
      <p id="suivi" className="why said">
        Vous suivez {name}. <a href={`${page.home}/reglages`}>Régler, ou ne plus suivre</a>
      </p>
      {page.isMailServed ? <ByMail action={action} /> : null}
      <p className="note">Sans compte, sans e-mail, sans numéro&nbsp;: cet appareil retient vos choix.</p>
    </div>
  )
}

/** How one is told, and the way out, of a business that is followed; hidden until the script knows that it is. */
export function FollowChoice({ action, label, mode }: { action: string; label: string; mode?: FollowMode }) {
  return (
    <details data-followed="" hidden={!mode}>
      <summary className="button second bar">
        {label}&nbsp;<small>{mode ? followModeWords[mode] : null}</small>
      </summary>
      <div className="modes">
        <ModeButtons action={action} modes={followModes} mode={mode} />
        <Form action={action} button="Ne plus suivre" look="quiet">
          <input type="hidden" name="follows" value="0" />
        </Form>
      </div>
    </details>
  )
}

type ModeButtonsProps = { action: string; modes: readonly FollowMode[]; mode?: FollowMode | undefined }

function ModeButtons({ action, modes, mode }: ModeButtonsProps) {
  return (
    <form method="post" action={action} className="modes">
      <input type="hidden" name="follows" value="1" />
      {modes.map((one) => (
        <button key={one} type="submit" name="mode" value={one} aria-pressed={one === mode}>
          {followModeWords[one]}
        </button>
      ))}
    </form>
  )
}

/** « Vous suivez {Nom}. Régler »: what the notification was about, calmed in one tap. */
export function Why({ companyId, name, page }: Followed) {
  if (page.host === 'foreign') return null
  return (
    <div className="why" hidden data-why="" data-follow={companyId} data-name={name}>
      <p>
        Vous suivez {name}. <a href={`${page.home}/reglages`}>Régler</a>
      </p>
      <div className="modes">
        <ModeButtons action={actionOf(page, companyId)} modes={['digest', 'none']} />
        <button type="button" className="quiet">
          Fermer
        </button>
      </div>
    </div>
  )
}

/** For whom no push reaches: one field, then the click in the mail. */
function ByMail({ action }: { action: string }) {
  return (
    <details>
      <summary>Par e-mail</summary>
      <Form action={action} kind="letter" button="Recevoir cette lettre" look="button second">
        <input type="hidden" name="follows" value="1" />
        <LetterFields rhythm="weekly" />
      </Form>
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
      <ChoiceField
        name="rhythm"
        label="Les nouvelles"
        defaultValue={rhythm}
        options={letterRhythms.map((value) => ({ value, label: rhythmWords[value] }))}
      />
    </>
  )
}
