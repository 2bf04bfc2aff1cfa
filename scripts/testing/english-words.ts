/**
 * English words of interfaces that no French sentence holds: those that both languages write alike (message, page, option,
 * content, date…) are left out.
 */
const words = `
  about account add address again all already and apply are back birthday book business by cancel cannot checkout choose
  city clear company contact-us copied copy could create customer day days delete disabled discard dismiss done download
  draft drag drop each edit email-address empty enabled enter every expand expired failed failure female field file find
  first-name follow followers for forgot free friday from full-screen get has have help hidden hide home hour hours how
  invalid is it january join july june keep language last-name learn less like link loading log-in log-out logged login-page
  logout male march-of missing monday month more must my name network never new next no-one not nothing now of off once only
  open opened opening order-now our out owner password pay payment-method phone pick picture please previous read ready
  refresh register remove required reset retry save saved saturday search see select send sent-to server settings shop should
  show sign-in sign-out sign-up skip something soon started step-by submit success sunday support-team thank thanks that the
  their there this thursday time to today tomorrow too try tuesday unknown until update updated upload user username view
  wait want warning was we wednesday week weeks welcome what when where which with without world wrong year years yes
  yesterday you your skin-tone frequently
`
  .trim()
  .split(/\s+/)
  .map((word) => word.replace('-', '[ -]'))

const english = new RegExp(`(?<![\\p{L}\\d_.@/:#&'’-])(?:${words.join('|')})(?![\\p{L}\\d_@/=(-]|\\.\\p{L})`, 'iu')

/** Names and terms that are not French, as the specification writes them. */
const given = /click[ -]and[ -]collect|New York|https?:\S+|\S+@\S+/gi

/** The first English word of a text, if there is one. */
export function englishIn(text: string): string | undefined {
  return english.exec(text.replace(given, ' '))?.[0]
}
