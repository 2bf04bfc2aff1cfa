import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import list from '../company/categories.json' with { type: 'json' }
import { categoryGroup } from '../company/categories.ts'
import { planHours } from '../hours/day-hours.ts'
import { expectedReachText, nextReachText, reachText } from '../residents/followers.fr.ts'
import { checkAwayTimes, isAway } from './away.ts'
import { exampleReplies } from './example-replies.fr.ts'
import { checkQuickReply, maxPrepared } from './quick-replies.ts'
import { hoursOfDayText, nextOpeningText } from './variable-hours.fr.ts'
import { fillVariables, unknownVariables } from './variables.fr.ts'

const everyDay = [1, 2, 3, 4, 5, 6, 7] as const
const week = [
  { days: everyDay, start: '09:00', end: '12:30', enabled: true },
  { days: everyDay, start: '14:00', end: '19:00', enabled: true },
]
const none = { exceptions: [], sets: [], zip: null, usualHolidays: [] }
const plan = planHours({ week, ...none })
const at = (text: string) => Date.parse(text)

describe('variables of prepared words', () => {
  test('Q-103 the first name and the hours of the day are filled', () => {
    const hours = hoursOfDayText(plan, at('2027-07-20T10:00:00+02:00'))
    expect(
      fillVariables('Bonjour {prénom}, nous sommes ouverts {horaires du jour}.', {
        prénom: 'Marie',
        'horaires du jour': hours,
      }).replaceAll('\u00A0', ' '),
    ).toBe('Bonjour Marie, nous sommes ouverts de 9 h à 12 h 30 et de 14 h à 19 h.')
  })

  test.each([
    ['2027-07-20T12:45:00+02:00', 'aujourd’hui à partir de 14 h'],
    ['2027-07-20T10:00:00+02:00', 'aujourd’hui à partir de 14 h'],
    ['2027-07-20T22:00:00+02:00', 'demain à partir de 9 h'],
  ])('Q-103 at %s the next opening is « %s »', (now, words) => {
    expect(nextOpeningText(plan, at(now))?.replaceAll('\u00A0', ' ')).toBe(words)
  })

  test('Q-103 beyond tomorrow the day is named; without hours there is none', () => {
    const thursdays = planHours({ week: [{ days: [4], start: '18:00', end: '22:00', enabled: true }], ...none })
    expect(nextOpeningText(thursdays, at('2027-08-14T10:00:00+02:00'))?.replaceAll('\u00A0', ' ')).toBe(
      'jeudi 19 août à partir de 18 h',
    )
    expect(nextOpeningText(planHours({ week: [], ...none }), at('2027-08-14T10:00:00+02:00'))).toBeNull()
  })

  test.each([
    ['Bonjour {prénom}, quel jour ?', 'Bonjour, quel jour ?'],
    ['{prénom}, merci.', 'Merci.'],
    ['Bonjour. Appelez-nous au {téléphone}. À bientôt !', 'Bonjour. À bientôt !'],
    ['Nous sommes ouverts {horaires du jour}.', 'Nous sommes ouverts.'],
  ])('Q-104 without a value « %s » reads « %s »', (text, read) => {
    expect(fillVariables(text, {})).toBe(read)
  })

  test('Q-104 an unknown variable is named; accents and case of a known one do not matter', () => {
    expect(unknownVariables('Bonjour {nom} et {prénom}, {Prenom}')).toEqual(['{nom}'])
    expect(fillVariables('Bonjour {Prenom}', { prénom: 'Marie' })).toBe('Bonjour Marie')
  })

  test('Q-103 Q-104 whatever is written, a filled text names no known variable any more', () => {
    const pieces = fc.constantFrom('{prénom}', '{site}', '{adresse}', ' ', '. ', ', ', '\n', 'oui', '{', '}', '!')
    fc.assert(
      fc.property(fc.array(pieces), fc.boolean(), (some, isKnown) => {
        const filled = fillVariables(some.join(''), isKnown ? { prénom: 'Marie', site: 'x.fr' } : {})
        expect(filled).not.toMatch(/\{(prénom|site|adresse)\}/)
      }),
    )
  })
})

describe('quick replies', () => {
  test.each([
    [{ shortcut: 'a', text: 'Oui' }, ['shortcut']],
    [{ shortcut: 'a'.repeat(31), text: 'Oui' }, ['shortcut']],
    [{ shortcut: 'ab', text: '' }, ['text']],
    [{ shortcut: 'ab', text: 'é'.repeat(5_001) }, ['text']],
    [{ shortcut: 'a'.repeat(30), text: 'é'.repeat(5_000) }, []],
  ])('Q-101 Q-136 borders of a quick reply %#', (reply, wrong) => {
    expect(Object.keys(checkQuickReply(reply))).toEqual(wrong)
  })

  test('Q-106 each trade has three examples of its own, whose variables all exist', () => {
    const groups = new Set(list.map(({ slug }) => categoryGroup(slug)))
    expect(groups.size).toBe(13)
    for (const { slug } of list) expect(exampleReplies('commerce', slug)).toHaveLength(3)
    expect(exampleReplies('commerce', 'boulangerie')).not.toEqual(exampleReplies('mairie', 'mairie'))
    expect(exampleReplies('association', null)[0]?.text).toContain('Bienvenue')
    for (const { slug } of list)
      for (const reply of exampleReplies('commerce', slug)) {
        expect(unknownVariables(reply.text)).toEqual([])
        expect(checkQuickReply(reply)).toEqual({})
      }
  })

  test('Q-101 section 8: 5, 20 or 100 by plan', () => {
    expect([maxPrepared('commerce', 'freemium'), maxPrepared('commerce', 'basic')]).toEqual([5, 20])
    expect([maxPrepared('commerce', 'digital'), maxPrepared('association', 'freemium')]).toEqual([100, 100])
  })
})

describe('away', () => {
  const now = at('2027-08-03T10:00:00+02:00')
  const dates = (from: string | null, until: string | null) => ({ mode: 'dates', from, until }) as const

  test.each([
    [dates(null, null), 'away_end_error'],
    [dates('2027-08-03', '2027-10-03'), 'away_end_error'],
    [dates('2027-08-18', '2027-08-03'), 'closure_order_error'],
    [dates(null, '2027-08-02'), 'closure_order_error'],
    [dates('2027-08-03', '2027-10-01'), undefined],
    [dates(null, '2027-08-03'), undefined],
    [dates('2027-08-03T20:00:00+02:00', '2027-08-04T08:00:00+02:00'), undefined],
  ])('Q-110 between two dates needs an end, 60 days at most %#', (times, error) => {
    expect(checkAwayTimes(times, now).until).toBe(error)
  })

  test('Q-110 it begins and stops by itself, its last day included', () => {
    const times = dates('2027-08-03', '2027-08-18')
    expect(isAway(times, at('2027-08-02T23:59:59+02:00'), 'open')).toBe(false)
    expect(isAway(times, at('2027-08-03T00:00:00+02:00'), 'open')).toBe(true)
    expect(isAway(times, at('2027-08-18T23:59:59+02:00'), 'open')).toBe(true)
    expect(isAway(times, at('2027-08-19T00:00:00+02:00'), 'open')).toBe(false)
  })

  test('Q-107 outside the hours: only when they say closed, never when they are unknown', () => {
    const times = { mode: 'outside_hours', from: null, until: null } as const
    expect((['open', 'closed', 'unknown'] as const).map((hours) => isAway(times, now, hours))).toEqual([
      false,
      true,
      false,
    ])
  })
})

test('Q-135 the reach in words, figures of zero left out', () => {
  const none = { followers: 214, told: 0, seen: 0, conversations: 0, lost: 0 }
  const words = (more: object) => reachText({ ...none, ...more }).replaceAll('\u00A0', ' ')
  expect(words({ told: 168, seen: 91, conversations: 6 })).toBe(
    'Envoyé à 214 abonnés · 168 téléphones prévenus · vu par 91 · 6 conversations',
  )
  expect(words({ told: 1, lost: 2 })).toBe('Envoyé à 214 abonnés · 1 téléphone prévenu · 2 abonnés perdus')
  expect(words({})).toBe('Envoyé à 214 abonnés')
})

test('Q-132 W-096 the reach of a broadcast is said for the hour at which it leaves', () => {
  const at = Temporal.Instant.from('2027-03-12T19:00:00Z')
  const reach = {
    followers: 214,
    now: 120,
    later: [{ at: '2027-03-13T08:00:00+01:00', count: 40 }],
    digest: { at: '2027-03-13T18:00:00+01:00', count: 30 },
    silent: 24,
  }
  expect(expectedReachText(reach, at).replaceAll('\u00A0', ' ')).toBe(
    '214 abonnés : 120 avertis aussitôt, 40 demain à 8 h, 30 dans le résumé, demain à 18 h, 24 sans notification.',
  )
  expect(expectedReachText({ ...reach, followers: 4 }, at)).toBe('4 abonnés.')
})

test('I-060 W-096 at night, when nobody is told at once, no notification is promised in five minutes', () => {
  const at = Temporal.Instant.from('2027-03-12T21:52:00Z')
  const all = { followers: 8, now: 8, later: [], digest: { at: '2027-03-13T18:00:00+01:00', count: 0 }, silent: 0 }
  const night = { ...all, now: 0, later: [{ at: '2027-03-13T08:00:00+01:00', count: 8 }] }
  const words = (reach?: typeof night) => nextReachText(reach, at).replaceAll('\u00A0', ' ')
  const soon = 'Une notification partira dans 5 minutes sur leur téléphone.'
  expect(words()).toBe(soon)
  expect(words({ ...all, later: [] })).toBe(soon)
  expect(words(night)).toBe('8 abonnés : 8 demain à 8 h.')
  const offer = { ...night, followers: 10, digest: { ...night.digest, count: 2 } }
  const ends = (end: string) => nextReachText(offer, at, Temporal.Instant.from(end)).replaceAll('\u00A0', ' ')
  expect(ends('2027-03-12T22:59:00Z')).toBe('10 abonnés : 10 ne seront pas prévenus, l’offre sera finie.')
  expect(ends('2027-03-13T12:00:00Z')).toBe(
    '10 abonnés : 8 demain à 8 h, 2 ne seront pas prévenus, l’offre sera finie.',
  )
  expect(words({ ...night, now: 3 })).toContain(`${soon} 8 abonnés : 3 avertis aussitôt`)
  expect(words({ ...night, followers: 2 })).toBe(`${soon} 2 abonnés.`)
})
