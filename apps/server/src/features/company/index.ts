export {
  type CompanyCard,
  type CompanyPlan,
  findCompanyCards,
  findCompanyPlan,
  listOwnedCompanies,
  listOwnerIds,
  lockCompany,
} from './company.queries.ts'
