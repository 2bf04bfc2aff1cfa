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
      <p className="note">Sans compte, sans e-mail, sans numéro : cet appareil retient vos choix.</p>
    </div>
  )
}
