import { expect, test } from 'vitest'
import { hasMixedScripts, isOfficialName } from './official-name.ts'

test('T16 W-133 names that pass for the town, the State or this service are told from those of cafés and clubs', () => {
  for (const name of [
    'Mairie de Clichy',
    'MAIRIE',
    'Мairie de Сlichy',
    'ville-de-paris',
    'Police municipale',
    'Impôts',
    'impots-gouv',
    'Parvis – support',
    'parvis-pro',
    'paiements',
    'verification',
    'Ｍairie',
    'mairie_clichy',
    'Préfecture des Hauts-de-Seine',
  ])
    expect(isOfficialName(name), name).toBe(true)
  for (const name of [
    'Café de la Mairie',
    'Bar de la Préfecture',
    'Le Parvis',
    'Parvis Notre-Dame',
    'Impôts et Conseils',
    'Policeman Burger',
    'Amicale de la police municipale',
    'Villegas',
    'Communes libres',
    '',
  ])
    expect(isOfficialName(name), name).toBe(false)
})

test('T16 a word of two alphabets is told from two words of two languages', () => {
  for (const name of ['Мairie', 'Boulangerie Раul', 'Cοiffure']) expect(hasMixedScripts(name)).toBe(true)
  for (const name of ['Taverna Ταβέρνα', 'Épicerie Œuf', 'Ресторан', 'Tokyo 東京', 'L’Île'])
    expect(hasMixedScripts(name)).toBe(false)
})
