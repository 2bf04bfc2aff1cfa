export { type FoundAddress, findAddress, noTown } from './addresses.queries.ts'
export {
  businessPath,
  businessUrl,
  instantPath,
  instantUrl,
  linkToInstant,
  type Placed,
  premiumUrl,
  residentHome,
  residentHost,
  settleAddress,
  townPath,
} from './addresses.ts'
export {
  districtsOf,
  prepareTowns,
  searchTowns,
  type Town,
  townOfAddress,
  townOfCode,
  townOfOtherZip,
  townOfSlug,
  townsNamed,
  townsOfDepartment,
  townsOfZip,
} from './towns.ts'
