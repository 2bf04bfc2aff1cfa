import { Resolver } from 'node:dns/promises'
import { codeOf } from '@parvis/domain/kernel/error-code'
import { type Environment, noteFault, oneOf, wordsOf } from '../environment.ts'

/** Where a name leads: the names of its CNAME records and its addresses. */
export type Pointers = { names: readonly string[]; addresses: readonly string[] }

/** Reads DNS records. Undefined: the resolver was silent or the servers disagree, which proves nothing. */
export type Dns = {
  /** The TXT records of a name; none when the name does not exist. */
  readTexts: (name: string) => Promise<readonly string[] | undefined>
  readPointers: (name: string) => Promise<Pointers | undefined>
}

export type DnsSettings = { provider: 'embedded' } | { provider: 'resolver'; servers: readonly string[] }

/** DNS_PROVIDER, and DNS_SERVERS: addresses with or without a port; the machine's own when empty. */
export function readDnsSettings(env: Environment, production: boolean): DnsSettings {
  const provider = oneOf(env, 'DNS_PROVIDER', ['embedded', 'resolver'], production ? 'resolver' : 'embedded')
  if (provider === 'embedded') return { provider }
  const servers = wordsOf(env.DNS_SERVERS)
  try {
    if (servers.length > 0) new Resolver().setServers(servers)
  } catch {
    noteFault(env, 'DNS_SERVERS', 'DNS_SERVERS doit contenir des adresses IP, comme 192.0.2.53 ou 192.0.2.53:5353')
  }
  return { provider, servers }
}

const maxRecords = 20
const maxRecord = 255
const milliseconds = 3_000

export const createDns = (settings: DnsSettings, embedded: Dns): Dns =>
  settings.provider === 'resolver' ? createResolver(settings.servers) : embedded

/** Asks every server, 3 s each; all must agree. Answers are cut at 20 records of 255 bytes. */
function createResolver(servers: readonly string[]): Dns {
  const resolvers = (servers.length > 0 ? servers : [undefined]).map((server) => {
    const resolver = new Resolver({ timeout: milliseconds, tries: 1, maxTimeout: milliseconds })
    if (server) resolver.setServers([server])
    return resolver
  })
  const agreed = async (ask: (resolver: Resolver) => Promise<string[]>): Promise<readonly string[] | undefined> => {
    const answers = await Promise.all(resolvers.map((resolver) => unlessSilent(ask(resolver))))
    const [first] = answers
    return answers.every((answer) => answer && first && isSame(answer, first)) ? first : undefined
  }
  return {
    readTexts: async (name) =>
      await agreed(async (resolver) => (await resolver.resolveTxt(name)).slice(0, maxRecords).map(cutText).sort()),
    readPointers: async (name) => {
      const names = await agreed((resolver) => resolver.resolveCname(name))
      const addresses = await agreed(async (resolver) => {
        const [four, six] = await Promise.all([orNone(resolver.resolve4(name)), orNone(resolver.resolve6(name))])
        return [...four, ...six].slice(0, maxRecords).sort()
      })
      return names && addresses && { names: names.map((one) => one.toLowerCase()), addresses }
    },
  }
}

/** A TXT record's strings are joined; one longer than our record is somebody else's. */
const cutText = (parts: readonly string[]): string => Buffer.from(parts.join('')).subarray(0, maxRecord).toString()

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((one, at) => one === b[at])

/** No such record is an empty answer; a time-out, REFUSED or SERVFAIL is undefined. */
const unlessSilent = (answer: Promise<string[]>) => orNone(answer).catch(() => undefined)

const orNone = (answer: Promise<string[]>) =>
  answer.catch((error: unknown): string[] => {
    if (['ENODATA', 'ENOTFOUND'].includes(codeOf(error))) return []
    throw error
  })
