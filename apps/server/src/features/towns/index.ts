export { type FoundAddress, findAddress, noTown } from './addresses.queries.ts'
export { linkToInstant, placeUrl, premiumUrl, settleAddress } from './addresses.ts'
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
