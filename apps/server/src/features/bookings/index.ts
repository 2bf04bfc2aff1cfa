export { acceptSeats, bookSeats, closedRefusal, fullOf, type Wish, withdrawSeats } from './book-seats.ts'
export {
  findBooker,
  findPushed,
  forgetPeople,
  listBookersOf,
  listBookingsToCome,
  takeReminders,
} from './booking-tasks.queries.ts'
export {
  type Booking,
  countDates,
  findBookingByCode,
  findMine,
  listDueOffers,
  listLive,
  listMine,
  listTickets,
  randomId,
  type TicketRow,
} from './bookings.queries.ts'
export {
  type DateRow,
  give,
  listSeats,
  listTaken,
  lockDate,
  type SeatedDate,
  take,
  takeCode,
} from './capacities.queries.ts'
export { endDueOffers, moveList, moveListsOf, type PushedBooking, pushBookingJob, pushTo } from './change-bookings.ts'
export { addByHand, joinBookings, leaveBookings, markCame, removeByOwner, saveOwnCapacity } from './keep-list.ts'
export { findSeatSettings, listSeatPlans, saveSeatSettings } from './seat-settings.queries.ts'
export { columnsOfDate, settleDates } from './settle-dates.ts'
