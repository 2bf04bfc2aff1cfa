export { domainDuty } from './check-domain.ts'
export { knownDomains } from './known-domains.ts'
