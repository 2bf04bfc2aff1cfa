const reserved = new Set(['www', 'api', 'app', 'admin', 'mail'])

/** The stored form: lower case, trimmed (AMB-53). */
export function normaliseSubdomain(text: string): string {
  return text.trim().toLowerCase()
}

/** Letters, digits, hyphen and underscore, 63 at most; the reserved names are refused apart (E-056, AMB-53). */
export function checkSubdomain(text: string): 'subdomain_format_error' | 'subdomain_reserved' | undefined {
  const subdomain = normaliseSubdomain(text)
  if (!/^[a-z0-9_-]{1,63}$/.test(subdomain)) return 'subdomain_format_error'
  return reserved.has(subdomain) ? 'subdomain_reserved' : undefined
}

/** The address of the business's own site (AMB-53, AMB-118). */
export function subdomainUrl(subdomain: string, webDomain: string): string {
  return `https://${subdomain}.${webDomain}`
}
