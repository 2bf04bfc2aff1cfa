import { BlockList, isIP, isIPv6 } from 'node:net'
import { type Environment, noteFault, oneOf, wordsOf } from '../environment.ts'

export type DomainSettings = {
  /** Businesses may have a domain of their own; any other foreign Host is then 421 (residents.md W-127). */
  customDomains: boolean
  /** Where their names must point: by CNAME, or to these addresses. */
  domainTarget: { name: string; addresses: readonly string[] }
  /** Networks that may ask about certificates, besides this machine. */
  internalNetworks: readonly string[]
}

/** CUSTOM_DOMAINS, and with it CUSTOM_DOMAIN_TARGET and CUSTOM_DOMAIN_ADDRESSES; INTERNAL_NETWORKS. */
export function readDomainSettings(
  env: Environment,
  production: boolean,
  residentUrl: string | undefined,
): DomainSettings {
  const customDomains = oneOf(env, 'CUSTOM_DOMAINS', ['0', '1'], production ? '0' : '1') === '1'
  const name = env.CUSTOM_DOMAIN_TARGET?.trim().toLowerCase()
  const addresses = checked(env, 'CUSTOM_DOMAIN_ADDRESSES', (address) => isIP(address) > 0, 'une adresse IP')
  if (customDomains && production && (!name || addresses.length === 0))
    noteFault(env, 'CUSTOM_DOMAINS', 'CUSTOM_DOMAINS=1 demande CUSTOM_DOMAIN_TARGET et CUSTOM_DOMAIN_ADDRESSES')
  const internalNetworks = checked(env, 'INTERNAL_NETWORKS', isNetwork, 'un réseau comme 10.0.0.0/8')
  return {
    customDomains: customDomains && residentUrl !== undefined,
    domainTarget: { name: name || ourHost(residentUrl), addresses: addresses.length > 0 ? addresses : [loopback] },
    internalNetworks,
  }
}

const loopback = '127.0.0.1'
const ourHost = (residentUrl: string | undefined): string => (residentUrl ? new URL(residentUrl).hostname : '')

function checked(env: Environment, key: string, isRight: (word: string) => boolean, expected: string): string[] {
  const found = wordsOf(env[key])
  const wrong = found.find((word) => !isRight(word))
  if (wrong) noteFault(env, key, `${key} contient « ${wrong} », qui n’est pas ${expected}`)
  return found
}

function isNetwork(text: string): boolean {
  const [address = '', bits, more] = text.split('/')
  const max = { 4: 32, 6: 128 }[isIP(address)] ?? -1
  return more === undefined && max > 0 && /^\d{1,3}$/.test(bits ?? '') && Number(bits) <= max
}

/** Whether an address is this machine's or of one of these networks. */
export function networkTest(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of ['127.0.0.0/8', '::1/128', ...networks]) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4')
  }
  return (written) => {
    const address = written.replace(/^::ffff:/, '')
    return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
  }
}
