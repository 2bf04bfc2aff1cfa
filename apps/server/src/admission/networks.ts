/** A network that an address belongs to, and its budget as a multiple of that of one address. */
export type Network = { subject: string; factor: number }

/**
 * The networks of an address, the widest first: IPv4 the address itself, however it is written; IPv6 the /48, the /56 and the /64,
 * the sizes that providers delegate to one customer. Each limit per address counts against all of them.
 */
export function addressNetworks(ip: string): [Network, ...Network[]] {
  if (!ip.includes(':') || ip.startsWith('::ffff:')) return [{ subject: ip.replace('::ffff:', ''), factor: 1 }]
  const [a, b, c, d] = networkGroups(ip)
  const half = (Number.parseInt(d, 16) & 0xff00).toString(16)
  return [
    { subject: `${a}:${b}:${c}::/48`, factor: 4 },
    { subject: `${a}:${b}:${c}:${half}::/56`, factor: 2 },
    { subject: `${a}:${b}:${c}:${d}`, factor: 1 },
  ]
}

/** The first four groups of an IPv6 address; `::` may stand in them too. */
function networkGroups(ip: string): [string, string, string, string] {
  const [head = [], tail] = ip.split('::').map((part) => part.split(':'))
  const zeros = tail ? Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0') : []
  const groups = [...head, ...zeros, ...(tail ?? [])].map((group) => group.toLowerCase().replace(/^0+(?=.)/, '') || '0')
  const [a = '0', b = '0', c = '0', d = '0'] = groups
  return [a, b, c, d]
}
