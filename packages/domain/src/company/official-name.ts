import { foldText } from '../kernel/text.ts'

/** Letters of other alphabets that look like Latin ones, and those (Unicode TR 39, confusables). */
const lookAlikes = new Map(
  Array.from('аеорсухіјѕԁһвкмнтαορτνικ', (letter, n) => [letter, 'aeopcyxijsdhbkmhtaoptvik'.charAt(n)]),
)

/** As much as the longest name of 100 characters; one as long as a whole body is refused by its length, and not read to its end (T28). */
const maxRead = 200

/** How the names of town halls, of the State's services and of this service begin, folded. */
const official = new RegExp(
  `^(${[
    'mairie',
    '(ville|commune) (de|du|des|d) .+',
    'police( municipale| nationale| rurale)?',
    'gendarmerie',
    '(sous )?prefecture',
    'impots?( (gouv|gouvernement|publics?))?',
    'tresor public',
    'finances publiques',
    'services? publics?',
    'republique francaise',
    'ministere',
    'gouv(ernement)?',
    'parvis( (pro|support|aide|equipe|officiel|securite|paiements?|verification))*',
    '(paiements?|verification|support)',
  ].join('|')})$|^(mairie|police (municipale|nationale)|gendarmerie|prefecture|ministere|republique francaise) `,
)

/**
 * Whether a name, a subdomain or the label of a domain passes for a town hall, a service of the State or this service: those are for
 * town halls. `Café de la Mairie` and `Bar de la Préfecture` are names like others.
 */
export function isOfficialName(name: string): boolean {
  const plain = foldText(name.slice(0, maxRead).normalize('NFKC')).replace(
    /./gu,
    (letter) => lookAlikes.get(letter) ?? letter,
  )
  return official.test(plain.replace(/[^a-z0-9]+/g, ' ').trim())
}

/** Whether one word mixes Latin letters with those of an alphabet that looks like it. */
export const hasMixedScripts = (name: string): boolean =>
  name
    .slice(0, maxRead)
    .split(/[^\p{L}\p{M}]+/u)
    .some(
      (word) =>
        /\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u.test(word),
    )
