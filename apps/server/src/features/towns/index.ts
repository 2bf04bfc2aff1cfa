export { type FoundAddress, findAddress, noTown } from './addresses.queries.ts'
export { placeUrl, premiumUrl, publicAddress } from './public-address.ts'
export { settleAddress, settleAddresses } from './settle-address.ts'
export {
  districtsOf,
  searchTowns,
  type Town,
  townOfCode,
  townOfOtherZip,
  townOfSlug,
  townsNamed,
  townsOfDepartment,
  townsOfZip,
} from './towns.ts'
