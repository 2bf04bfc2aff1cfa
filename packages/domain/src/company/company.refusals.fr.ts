import type { companyRefusals } from './company.refusals.ts'

export const companyRefusalTexts: Record<keyof typeof companyRefusals, string> = {
  'company.data_format': 'Certaines données sont invalides, merci de les vérifier',
  'company.subdomain_taken': 'Ce sous-domaine est déjà pris',
}
