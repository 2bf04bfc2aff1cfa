import { domainToASCII } from 'node:url'
import { isOfficialName } from '@parvis/domain/company/official-name'
import { parse } from 'tldts'
import type { Config } from '../../config.ts'
import { townsNamed } from '../towns/index.ts'

/** A domain as stored: `name` without www., in punycode; `canonical` and `shown` as typed. */
export type DomainName = { name: string; canonical: string; shown: string }

/** Our own hosts and their subdomains: no business may claim them. */
type Ours = Pick<Config, 'production' | 'publicUrl' | 'residentUrl' | 'mediaOrigin' | 'links'>

const maxCharacters = 253

/**
 * Reads what the owner typed: one name, lower-cased, accents allowed in Latin letters. An address in digits, a port,
 * a path or another script is no name; a public suffix, our own hosts and, in production, a name without a public end
 * cannot be used.
 */
export function readDomainName(typed: string, ours: Ours): DomainName | 'domain_format_error' | 'domain_reserved' {
  const read = readHostName(typed)
  if (!read) return 'domain_format_error'
  return isPublic(read.name, ours.production) && !isOurs(read.name, ours) ? read : 'domain_reserved'
}

/** The name in what somebody typed, whoever may have it; undefined where it is none. */
export function readHostName(typed: string): DomainName | undefined {
  const shown = typed.trim().toLowerCase().normalize('NFC').replace(/\.$/, '')
  if (!/^[a-z0-9\-.\p{Script=Latin}]+$/u.test(shown)) return undefined
  const canonical = domainToASCII(shown)
  return isHostName(canonical) ? { name: canonical.replace(/^www\./, ''), canonical, shown } : undefined
}

/** RFC 1123: labels of letters, digits and hyphens, the last one not of digits alone. */
function isHostName(name: string): boolean {
  const labels = name.split('.')
  const isEach = labels.every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label))
  return isEach && name.length <= maxCharacters && !/^\d+$/.test(labels.at(-1) ?? '')
}

/** The registrable part of a name; in development an unlisted suffix counts as public. */
function isPublic(name: string, production: boolean): boolean {
  const { domain, isIcann, isPrivate } = parse(name, { allowPrivateDomains: true })
  return domain !== null && (!production || isIcann === true || isPrivate === true)
}

function isOurs(name: string, { publicUrl, residentUrl, mediaOrigin, links }: Ours): boolean {
  const urls = [publicUrl, mediaOrigin, links.appLink92110, links.appLinkParis, ...(residentUrl ? [residentUrl] : [])]
  const hosts = [...urls.map((url) => new URL(url).hostname), links.webDomain]
  return hosts.some((host) => name === host || name.endsWith(`.${host}`))
}

/** The towns that a name reads like, `state` for the State's own: only the verified town hall may have it. */
export function officialOf(name: string): { isState: boolean; towns: readonly string[] } {
  const label = parse(name, { allowPrivateDomains: true }).domainWithoutSuffix ?? ''
  const isState = /(^|\.)gouv\.fr$/.test(name) || /^(mairie|ville)-/.test(label) || isOfficialName(label)
  return { isState, towns: townsNamed(label.replace(/^(mairie|ville)-(de-|d-)?/, '')).map(({ code }) => code) }
}
