/**
 * The matters of the ACTES nomenclature, second level, as SCDL « Délibérations » 2.1.5 writes them: lower case, without comma nor
 * parenthesis.
 */
const themes: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'commande publique': [
    'marchés publics',
    'délégation de service public',
    'conventions de mandat',
    'autres types de contrats',
    'transactions et protocoles d’accord transactionnel',
    'actes relatifs à la maîtrise d’œuvre',
    'actes spéciaux et divers',
  ],
  urbanisme: [
    'documents d’urbanisme',
    'actes relatifs au droit d’occupation ou d’utilisation des sols',
    'droit de préemption urbain',
  ],
  'domaine et patrimoine': [
    'acquisitions',
    'aliénations',
    'locations',
    'limites territoriales',
    'autres actes de gestion du domaine public',
    'autres actes de gestion du domaine privé',
  ],
  'fonction publique': [
    'personnel titulaire et stagiaire de la fonction publique territoriale',
    'personnel contractuel',
    'fonction publique hospitalière',
    'autres catégories de personnels',
    'régime indemnitaire',
  ],
  'institutions et vie politique': [
    'élection exécutif',
    'fonctionnement des assemblées',
    'désignation de représentants',
    'délégation de fonctions',
    'délégation de signature',
    'exercice des mandats locaux',
    'intercommunalité',
    'décision d’ester en justice',
  ],
  'libertés publiques et pouvoirs de police': [
    'police municipale',
    'pouvoirs du président du conseil départemental',
    'pouvoirs du président du conseil régional',
    'autres actes réglementaires',
    'actes pris au nom de l’état et soumis au contrôle hiérarchique',
  ],
  'finances locales': [
    'décisions budgétaires',
    'fiscalité',
    'emprunts',
    'interventions économiques',
    'subventions',
    'contributions budgétaires',
    'avances',
    'fonds de concours',
    'prise de participation',
    'divers',
  ],
  'domaines de compétences par thèmes': [
    'enseignement',
    'aide sociale',
    'voirie',
    'aménagement du territoire',
    'politique de la ville habitat logement',
    'emploi et formation professionnelle',
    'transports',
    'environnement',
    'culture',
  ],
  'autres domaines de compétences': [
    'autres domaines de compétences des communes',
    'autres domaines de compétences des départements',
    'autres domaines de compétences des régions',
    'vœux et motions',
  ],
}

/** Each matter by its code, `7.1` → `finances locales/décisions budgétaires`. */
export const actMatters: ReadonlyMap<string, string> = new Map(
  Object.entries(themes).flatMap(([theme, matters], at) =>
    matters.map((matter, of) => [`${at + 1}.${of + 1}`, `${theme}/${matter}`] as const),
  ),
)

export const isMatter = (code: string): boolean => actMatters.has(code)
