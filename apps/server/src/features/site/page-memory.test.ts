import { expect, test } from 'vitest'
import { compressedForm, readyAnswer } from './hosts/page-answer.ts'
import { pageWeight } from './hosts/page-memory.ts'

const words = ['Une', 'maison', 'de', 'quartier', 'depuis', 'trente', 'ans', 'et', 'le', 'pain', 'du', 'soir']
/** Text that compresses as a page does. */
const text = (length: number) =>
  Array.from({ length }, (_, n) => `<li>${words[(n * n) % 12]} ${words[(n * 7 + 3) % 12]} ${n}</li>`).join('')

test.each([20, 150, 1_200])(
  'W-120 a page of %i lines holds no more memory than it counts, its compressed forms with it',
  async (length) => {
    const answer = await readyAnswer({ status: 200, body: text(length), cache: 'public', tags: ['zip:92110'] })
    const forms = [answer.bytes, await compressedForm(answer, 'br'), await compressedForm(answer, 'gzip')]
    expect([answer.br, answer.gzip]).toEqual(forms.slice(1))
    // Node takes short buffers from a pool, and zlib writes in chunks of 16 kB: a buffer may hold more than its bytes.
    const held = new Set(forms.map(({ buffer }) => buffer))
    expect([...held].reduce((sum, { byteLength }) => sum + byteLength, 0)).toBeLessThanOrEqual(pageWeight(answer))
  },
)
