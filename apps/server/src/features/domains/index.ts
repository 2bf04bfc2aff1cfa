export { decideDomain, domainTask, notifyOfPlanEnd } from './check-domain.ts'
export { readHostName } from './domain-name.ts'
export { listDomains } from './domains.queries.ts'
export { type KnownDomain, knownDomains } from './known-domains.ts'
