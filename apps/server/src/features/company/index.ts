export {
  type ListedProfile,
  listProfilesOfZip,
  type OwnedName,
  selectFirstProfile,
  selectPublicProfile,
} from './profile.queries.ts'
export {
  type CompanyPlan,
  findCompanyName,
  findCompanyPlan,
  isShownToResidents,
  type LockedCompany,
  listOwnedCompanies,
  lockCompany,
  replaceHours,
  saveAppointmentDays,
} from './save-profile.queries.ts'
export { refuseSuspended, type StoredSuspension, suspensionOf } from './suspension.ts'
export { shownToResidents, toSettings } from './to-settings.ts'
