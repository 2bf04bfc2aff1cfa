import { formatEuros, formatRoundEuros } from '../kernel/money.ts'
import { type FeatureId, type PaidPlanId, type Periodicity, priceOf } from './plans.ts'

/** French labels of the ten rows of the comparison table (S-021). */
export const featureLabels: Record<FeatureId, string> = {
  referencement: 'Référencement dans l’application',
  notification_follow: 'Notifications à vos abonnés',
  messaging_pro: 'Messagerie professionnelle',
  instants: 'Instants',
  broadcast: 'Messages groupés',
  click_collect: 'Click & collect',
  subdomain: 'Site web sur votre sous-domaine',
  custom_domain: 'Nom de domaine personnalisé',
  custom_emails: 'Adresses e-mail personnalisées',
  support: 'Support technique',
}

/** What a plan is for, in one sentence. */
export const planDescriptions: Record<PaidPlanId, string> = {
  basic: 'Pour répondre à tous vos clients',
  premium: 'Pour publier sans limite, avec votre site et vos commandes',
  digital: 'Pour une présence en ligne entièrement à votre nom',
}

export const yearlyGift = '2 mois offerts'

/** `24,90 € HT /mois`, `29,88 € TTC /mois` (AMB-70). */
export function priceTexts(id: PaidPlanId, periodicity: Periodicity): { excludingTax: string; includingTax: string } {
  const price = priceOf(id, periodicity)
  const period = periodicity === 'monthly' ? '/mois' : '/an'
  return {
    excludingTax: `${formatRoundEuros(price.excludingTax)} HT ${period}`,
    includingTax: `${formatEuros(price.includingTax)} TTC ${period}`,
  }
}
