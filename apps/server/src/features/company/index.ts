export { type CompanyPlan, findCompanyPlan, listOwnedCompanies, lockCompany } from './company.queries.ts'
