/** Roles of a member in a company, each with the rights of those before it: Accueil, Publication, Gestion, Responsable. */
export const roles = ['counter', 'publisher', 'manager', 'owner'] as const
export type Role = (typeof roles)[number]

export const isAtLeast = (role: Role, least: Role): boolean => roles.indexOf(role) >= roles.indexOf(least)
