import { countCharacters } from '../kernel/text.ts'
import { slugOf } from './slug.ts'

/**
 * True for the name of a city: at least four characters, or a commune whose name is shorter, at one of its own postal codes
 * (Pau at 64000, Gap at 05000).
 */
export function isCityName(city: string, zip: string | undefined): boolean {
  const length = countCharacters(city)
  if (length >= 4) return length <= 100
  return zip !== undefined && !!zipsOf.get(slugOf(city))?.includes(zip)
}

/** Every commune of the official list (INSEE) whose name has fewer than four letters, with its postal codes. */
const shortNames = `
Acq 62144, Acy 02200, Adé 65100, Afa 20167, Agy 14400, Aix 19200, Amy 60310, Apt 84400, Ars 16130 23480,
Arx 40310, Avy 17800, Ayn 73470, Azé 41100 71260, Azy 18220, Bar 19800, Bax 31310, Bay 70150, Bey 01290 71620,
Bio 46500, Boé 47550, Bou 45430, Boz 01190, Brû 88700, Bry 59144, Bû 28410, Buc 78530 90800, Bué 18300,
Bun 65400, Bus 62124, By 25440, Cos 09000, Cox 31480, Cry 89390, Cuq 47220 81570, Cuy 60310 89140, Dax 40100,
Die 26150, Don 59272, Dry 45370, Dun 09600, Dyé 89360, Dyo 71800, Eix 55400, Ens 65170, Eps 62134, Erp 09200,
Err 66800, Eth 59144, Eu 76260, Eup 31440, Eus 66500, Ève 60330, Èze 06360, Fay 61390 72550 80200, Féy 57420,
Fos 31440 34320, Fry 76780, Fyé 72610, Gan 64290, Gap 05000, Gas 28320, Ger 50850 64530 65100, Geu 65100,
Gex 01170, Gez 65400, Gy 70700, Gye 54113, Ham 80400, Hem 59510, His 31260, Ifs 14123, Igé 61130 71960,
Izé 53160, Jas 42110, Jax 43230, Job 63990, Lay 42470, Laz 29520, Lée 64320, Ley 57810, Llo 66800, Lor 02190,
Luc 48250 65190, Lüe 40210, Lux 21120 31290 71100, Lye 36600, Lys 58190 64260, Mée 53400, Mer 41500, Mey 57070,
Mun 65350, Mus 30121, Nay 50190 64800, Ney 39300, Noé 31410 89320, Oms 66400, Oô 31110, Ore 31510, Ors 59360,
Orx 40230, Ota 20150, Our 39700, Oyé 71800, Oz 38114, Oze 05400, Pau 64000, Pey 40300, Pia 66380, Pin 70150,
Pis 32500, Py 66360, Pys 80300, Rai 61270, Ri 61210, Ris 63290 65590, Rix 39250 58500, Rom 79120, Rue 80120,
Ry 76116, Rye 39230, Sai 61200, Son 08300, Sor 09800, Sos 47170, Sus 64190, Sy 08390, Tox 20270, Ur 66760,
Urs 09310, Urt 64240, Ury 77760, Us 95450, Uz 65400, Uza 40170, Vay 44170, Ver 50450, Vez 60117, Vif 38450,
Vix 21400 85770, Vou 37240, Vry 57640, Vue 44640, Y 80190`

const zipsOf = new Map(
  shortNames.split(',').map((line) => {
    const [name = '', ...zips] = line.trim().split(' ')
    return [slugOf(name), zips]
  }),
)
