export { domainDuty } from './check-domain.ts'
export { type KnownDomain, knownDomains } from './known-domains.ts'
