import { isDate } from '../kernel/day.ts'
import type { FieldErrors } from '../kernel/field-errors.ts'
import { isPersonName } from '../kernel/person.ts'
import { isAtLeast, type Role, roles } from '../kernel/roles.ts'

/** Members and living invitations of a company together. */
export const maxTeam = 20
export const invitationDays = 7
/** A last day is announced that many days before, at nine o'clock. */
export const endNoticeDays = 7

const farthestYears = 5

/** Whether one may give, change or take a role: an owner any, a manager those below their own. */
export function mayManage(own: Role, other: Role): boolean {
  return own === 'owner' || (isAtLeast(own, 'manager') && !isAtLeast(other, own))
}

/** Roles that an invitation may give: nobody is invited as owner. */
export const invitedRoles = roles.filter((role) => role !== 'owner')

/**
 * Faults of a role and of a last day (`YYYY-MM-DD`, empty for none): an unknown role, a day that is past or beyond five years, a
 * last day of an owner. `today`: the day in Paris.
 */
export function checkMembership(
  { role, until }: { role: string; until: string },
  today: string,
  allowed: readonly string[] = roles,
): FieldErrors {
  const farthest = `${Number(today.slice(0, 4)) + farthestYears}${today.slice(4)}`
  const isDayFaulty = until !== '' && (!isDate(until) || until < today || until > farthest || role === 'owner')
  return { ...(!allowed.includes(role) && { role: 'role_error' }), ...(isDayFaulty && { until: 'until_error' }) }
}

/** The two names that a member gives, by the rules of a profile. */
export function checkMemberNames(names: { first_name: string; last_name: string }): FieldErrors {
  const fields = ['first_name', 'last_name'] as const
  const faulty = fields.filter((field) => !isPersonName(names[field]))
  return Object.fromEntries(faulty.map((field) => [field, names[field] ? 'person_name_error' : 'empty_form_error']))
}
