import type { KnownStreet } from '../gateways/geocoder/embedded-geocoder.ts'

/** Streets of the demonstration town, by hand from a map: to 100 m or so. */
export const knownStreets: readonly KnownStreet[] = [
  clichy('Rue de Paris', 48.9012, 2.3118),
  clichy('Boulevard Jean Jaurès', 48.9046, 2.3052),
  clichy('Rue Martre', 48.9053, 2.3027),
  clichy('Rue Villeneuve', 48.9031, 2.3069),
  clichy('Place des Martyrs de l’Occupation Allemande', 48.9035, 2.3058),
  clichy('Rue du Landy', 48.9062, 2.3087),
  clichy('Quai de Clichy', 48.9093, 2.2989),
  clichy('Rue du Docteur Roux', 48.9066, 2.3005),
  clichy('Rue Pierre Bérégovoy', 48.9004, 2.3036),
  clichy('Boulevard Victor Hugo', 48.9001, 2.3151),
  clichy('Rue Henri Barbusse', 48.9021, 2.3092),
  clichy('Rue d’Alsace', 48.9019, 2.3004),
  clichy('Rue Mozart', 48.9071, 2.3122),
  clichy('Allée Gambetta', 48.9042, 2.3038),
  clichy('Rue du 19 Mars 1962', 48.8992, 2.3074),
  clichy('Rue de Neuilly', 48.9013, 2.2986),
  clichy('Rue Palloy', 48.9058, 2.3098),
  clichy('Avenue de la Liberté', 48.8989, 2.3103),
  clichy('Rue Madame de Sanzillon', 48.9022, 2.2953),
  clichy('Rue Georges Boisseau', 48.9081, 2.3068),
  clichy('Rue Victor Méric', 48.9028, 2.3152),
  clichy('Rue Fournier', 48.8997, 2.3121),
  clichy('Rue des Cailloux', 48.9004, 2.3093),
  clichy('Rue du Général Roguet', 48.9045, 2.2996),
  eleventh('Rue Oberkampf', 48.8652, 2.3776),
  eleventh('Rue Saint-Maur', 48.8633, 2.3791),
  eleventh('Rue de Charonne', 48.8546, 2.3842),
  eleventh('Rue de la Roquette', 48.8561, 2.3772),
  eleventh('Avenue Parmentier', 48.8641, 2.3748),
  eleventh('Place Léon Blum', 48.8584, 2.3796),
  eleventh('Boulevard Voltaire', 48.8585, 2.3784),
  eleventh('Rue Jean-Pierre Timbaud', 48.8661, 2.3741),
  eleventh('Rue Popincourt', 48.8586, 2.3757),
]

function clichy(name: string, latitude: number, longitude: number): KnownStreet {
  return { name, city: 'Clichy', zipCode: '92110', latitude, longitude }
}

function eleventh(name: string, latitude: number, longitude: number): KnownStreet {
  return { name, city: 'Paris', zipCode: '75011', latitude, longitude }
}
