import { formatEuros, formatRoundEuros } from '../kernel/french-format.ts'
import { type FeatureId, freeFeatures, type PaidPlanId, type Periodicity, type Price } from './plans.ts'

/** French labels of the ten rows of the comparison table. */
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

export const freePlan = {
  label: 'FREEMIUM',
  description: 'Pour être trouvé et suivi par les habitants',
  price: 'Gratuit',
  features: freeFeatures,
}

/** A feature of a paid plan as the table says it: conversations are what STARTER adds. */
export function featureText({ id, included, text }: { id: string; included: boolean; text: string | null }) {
  return id === 'messaging_pro' && included ? (text ?? 'illimitée') : text
}

export const yearlyGift = '2 mois offerts'

/** `24,90 €`, `HT /mois`, `soit 29,88 € TTC`. */
export function priceTexts(price: Price, periodicity: Periodicity) {
  return {
    amount: formatRoundEuros(price.excludingTax),
    period: `HT ${periodicity === 'monthly' ? '/mois' : '/an'}`,
    includingTax: `soit ${formatEuros(price.includingTax)} TTC`,
  }
}
