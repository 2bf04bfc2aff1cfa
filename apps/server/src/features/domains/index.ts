export { decideDomain, domainTask } from './check-domain.ts'
export { listDomains } from './domains.queries.ts'
export { type KnownDomain, knownDomains } from './known-domains.ts'
