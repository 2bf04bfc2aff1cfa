export {
  type CompanyPlan,
  findCompanyPlan,
  isShownToResidents,
  type LockedCompany,
  listOwnedCompanies,
  lockCompany,
} from './company.queries.ts'
export { selectFirstProfile } from './profile.queries.ts'
export { replaceHours } from './save-profile.queries.ts'
export { refuseSuspended, suspensionOf } from './suspension.ts'
export { toSettings } from './to-settings.ts'
