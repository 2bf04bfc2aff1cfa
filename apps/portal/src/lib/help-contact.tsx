import { useConfiguration } from './configuration.ts'

/** To call a number that is written for people. */
export const phoneHref = (phone: string): string => `tel:${phone.replace(/[^+\d]/g, '')}`

/** A person to write to and to call, outside of the signed-in frame: from what is known, since it stands in errors too. */
export function HelpContact() {
  const data = useConfiguration(false)
  if (!data) return null
  const { supportEmail, supportPhone } = data
  return (
    <p className="taps">
      Besoin d’aide&nbsp;? <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
      {supportPhone ? (
        <>
          {' '}
          <a href={phoneHref(supportPhone)}>{supportPhone}</a>
        </>
      ) : null}
    </p>
  )
}
