import type { Refusals } from '../kernel/refusal.ts'

export const companyRefusals = {
  'company.data_format': { kind: 'not-found', code: 'data_format_error' },
  'company.subdomain_taken': { kind: 'conflict', code: 'SUBDOMAIN_TAKEN' },
} as const satisfies Refusals

export const companyRefusalTexts: Record<keyof typeof companyRefusals, string> = {
  'company.data_format': 'Certaines données sont invalides, merci de les vérifier',
  'company.subdomain_taken': 'Ce sous-domaine est déjà pris',
}
