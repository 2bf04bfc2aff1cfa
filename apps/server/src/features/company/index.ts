export {
  type CompanyPlan,
  findCompanyPlan,
  type LockedCompany,
  listOwnedCompanies,
  lockCompany,
} from './company.queries.ts'
export { refuseSuspended, suspensionOf } from './suspension.ts'
