import type { TextContent } from '@parvis/domain/site/page'
import { residentHome } from './addresses.ts'
import type { Read, Reading } from './reading.ts'

/** The legal pages and the help, until the texts of the operator take their place (W-105). */
export function readText({ deps: { config } }: Reading, word: string): Read | undefined {
  const text = texts[word]
  if (!text) return undefined
  const { heading } = text
  const parts = text.parts.map((part) => withContact(part, config.links.supportEmail))
  return {
    page: {
      title: `${heading} — Parvis`,
      description: parts[0]?.paragraphs[0]?.slice(0, 160) ?? heading,
      canonical: `${residentHome(config)}/${word}`,
      isIndexed: true,
      content: { kind: 'text', heading, sections: parts },
    },
  }
}

function withContact(part: TextContent['sections'][number], contact: string): TextContent['sections'][number] {
  return { ...part, paragraphs: part.paragraphs.map((paragraph) => paragraph.replace('{contact}', contact)) }
}

type Parts = Record<string, { heading: string; parts: TextContent['sections'] }>

const texts: Parts = {
  'mentions-legales': {
    heading: 'Mentions légales',
    parts: [
      {
        heading: 'Éditeur',
        paragraphs: ['Ce site est édité par l’équipe de Parvis. Vous pouvez lui écrire à {contact}.'],
      },
      { heading: 'Point de contact', paragraphs: ['Pour les autorités et pour tous, en français : {contact}.'] },
    ],
  },
  conditions: {
    heading: 'Conditions d’utilisation',
    parts: [
      {
        heading: 'Lire, suivre, écrire',
        paragraphs: ['La lecture est libre. Suivre, écrire et commander ne demandent ni compte ni numéro.'],
      },
      {
        heading: 'Modération',
        paragraphs: [
          'Chaque page a un lien « Signaler ». Une personne de l’équipe regarde chaque signalement, sous 24 heures quand il y a danger, sous 7 jours sinon, et motive sa décision.',
        ],
      },
      {
        heading: 'Classement',
        paragraphs: [
          'Les listes montrent d’abord ce qui est ouvert, puis suivent l’ordre alphabétique. Aucun classement n’est payant.',
        ],
      },
    ],
  },
  confidentialite: {
    heading: 'Confidentialité',
    parts: [
      {
        heading: 'Ce que nous gardons',
        paragraphs: ['Rien tant que vous ne faites que lire. Dès que vous suivez, écrivez ou commandez :'],
        items: [
          'l’empreinte du secret de votre appareil et son nom, 400 jours après votre dernière visite',
          'l’adresse à laquelle votre navigateur reçoit les notifications, si vous les avez acceptées',
          'qui vous suivez, depuis où et comment vous voulez être averti, vos réglages, votre commune',
          'votre prénom et votre numéro si vous les donnez, vos messages et vos commandes, 24 mois sans échange',
        ],
      },
      {
        heading: 'Deux témoins, aucun traceur',
        paragraphs: [
          'Le premier, que seul notre serveur lit, retient votre appareil 400 jours. Le second dit seulement qu’il y en a un. Les comptes de visites ne contiennent personne.',
        ],
      },
      {
        heading: 'Vos droits',
        paragraphs: [
          'Dans « Réglages », « Tout emporter » vous donne tout ce que nous savons de vous, « Tout effacer » l’efface aussitôt.',
          'Pour toute question : {contact}.',
        ],
      },
    ],
  },
  accessibilite: {
    heading: 'Accessibilité : non conforme',
    parts: [
      {
        heading: 'État',
        paragraphs: [
          'Ces pages n’ont pas encore été auditées selon le RGAA 4.1. Elles sont écrites pour lui : sans script, au clavier, agrandies deux fois.',
        ],
      },
      { heading: 'Une difficulté ?', paragraphs: ['Écrivez à {contact} : nous vous répondons et nous corrigeons.'] },
    ],
  },
  aide: {
    heading: 'Aide',
    parts: [
      {
        heading: 'Suivre un commerce',
        paragraphs: [
          'Touchez « Suivre et être averti », puis autorisez les notifications. Sans compte, sans e-mail, sans numéro : cet appareil retient vos choix.',
        ],
      },
      {
        heading: 'Je ne reçois rien',
        paragraphs: [
          'Vérifiez dans les réglages de votre navigateur que les notifications de ce site sont autorisées. Sur iPhone, ajoutez d’abord Parvis à l’écran d’accueil.',
        ],
      },
      {
        heading: 'Changer de téléphone',
        paragraphs: ['Dans « Réglages », « Passer sur un autre téléphone » affiche un code à taper sur le nouveau.'],
      },
      { heading: 'Nous écrire', paragraphs: ['{contact}'] },
    ],
  },
}
