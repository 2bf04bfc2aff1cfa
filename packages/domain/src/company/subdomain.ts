// AMB-53 names the first five; the others would pass for our own pages or machines (trust.md T16).
// The last ones are read by DNS itself: certificates and mail of the whole domain hang on them; those before are words of the
// residents' site and of its machines (residents.md W-015). A name stored before stays: it is not judged again.
const reserved = new Set(
  `www api app admin mail login auth static paris parvis
  support aide contact securite securise compte connexion inscription paiement facture
  mairie prefecture police impots gouv service-public equipe pro dev test status
  portail push ville villes habitant habitants
  cdn media assets blog smtp imap pop ftp ns1 ns2 mx autodiscover autoconfig
  _dmarc _acme-challenge _domainkey _mta-sts _smtp mta-sts postmaster hostmaster webmaster`.split(/\s+/),
)

/** The stored form: lower case, trimmed. */
export function normaliseSubdomain(text: string): string {
  return text.trim().toLowerCase()
}

/**
 * Letters, digits, hyphen and underscore, 63 at most; no hyphen first or last, which no domain name has. Reserved names are
 * refused apart, and `xn--`, which a browser shows as other letters.
 */
export function checkSubdomain(text: string): 'subdomain_format_error' | 'subdomain_reserved' | undefined {
  const subdomain = normaliseSubdomain(text)
  if (!/^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(subdomain)) return 'subdomain_format_error'
  return reserved.has(subdomain) || subdomain.startsWith('xn--') ? 'subdomain_reserved' : undefined
}

/** The address of the business's own site, under the address of the residents' site. */
export function subdomainUrl(subdomain: string, residentUrl: string): string {
  const { protocol, host } = new URL(residentUrl)
  return `${protocol}//${subdomain}.${host}`
}
