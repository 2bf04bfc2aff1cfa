import { BlockList, isIP } from 'node:net'

const special = new BlockList()
for (const network of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]) {
  const [address = '', bits] = network.split('/')
  special.addSubnet(address, Number(bits), 'ipv4')
}

// Of IPv6 only 2000::/3 is assigned to the Internet: loopback, local, link-local, IPv4-mapped and NAT64 are outside.
const assigned = new BlockList()
assigned.addSubnet('2000::', 3, 'ipv6')
// Within it, Teredo and other protocols, documentation and 6to4, which all may carry an inner IPv4 address.
for (const [address, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special.addSubnet(address, bits, 'ipv6')

/** Whether an IP address is of the public Internet (IANA special-purpose address registries). */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !special.check(address, 'ipv4')
  return family === 6 && assigned.check(address, 'ipv6') && !special.check(address, 'ipv6')
}

const maxLetters = 2_000

/**
 * The address that a person wrote, as it may be called: https (webcal is https), port 443, at most 2,000 letters, no user part, and
 * no inside address however it is written; or one of `origins`. Undefined when it may not.
 */
export function readPublicUrl(written: string, origins: readonly string[]): URL | undefined {
  const text = written.trim().replace(/^webcals?:/i, 'https:')
  const url = text.length > maxLetters ? null : URL.parse(text)
  if (!url || url.username || url.password) return undefined
  url.hash = ''
  if (origins.includes(url.origin)) return url
  return url.protocol === 'https:' && url.port === '' && isPublicHost(url.hostname) ? url : undefined
}

/** The URL parser already wrote decimal, octal and hexadecimal IPv4 addresses in their usual form. */
function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isIP(host)) return isPublicAddress(host)
  return host.includes('.') && !/(^|\.)(localhost|local|internal|lan|home|arpa|test|invalid)$/.test(host)
}
