import { expect, test, vi } from 'vitest'
import { shrunkSize } from '../../ui/picture/as-jpeg.ts'
import { shrinkPhoto } from './shrink-photo.ts'

test('Q-130 the longest side of a photo is 1,600 px at most, its shape kept; a small one stays', () => {
  expect(shrunkSize({ width: 4000, height: 3000 }, 1_600)).toEqual({ width: 1600, height: 1200 })
  expect(shrunkSize({ width: 3000, height: 4000 }, 1_600)).toEqual({ width: 1200, height: 1600 })
  expect(shrunkSize({ width: 800, height: 600 }, 1_600)).toEqual({ width: 800, height: 600 })
  expect(shrunkSize({ width: 20_000, height: 3 }, 1_600)).toEqual({ width: 1600, height: 1 })
})

test('Q-131 what cannot be decoded goes as it is up to 10 MB; HEIC says so and how to do', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('unreadable')))
  const fileOf = (type: string, name: string, size = 10) => {
    const file = new File(['x'], name, { type })
    Object.defineProperty(file, 'size', { value: size })
    return file
  }
  const small = fileOf('image/jpeg', 'a.jpg')
  const copy = await shrinkPhoto(small)
  expect(copy).toMatchObject({ name: 'a.jpg', type: 'image/jpeg' })
  expect(copy instanceof File && (await copy.text())).toBe('x')
  // Its file may be deleted before the message leaves, or before it was read.
  expect(copy).not.toBe(small)
  Object.defineProperty(small, 'arrayBuffer', { value: () => Promise.reject(new DOMException('', 'NotFoundError')) })
  expect(await shrinkPhoto(small)).toMatchObject({ key: 'unreadable_image' })
  expect(await shrinkPhoto(fileOf('image/jpeg', 'a.jpg', 14_000_000))).toMatchObject({ key: 'over_sized_image_error' })
  for (const heic of [fileOf('image/heic', 'a.heic'), fileOf('', 'IMG_1.HEIC')]) {
    const refused = await shrinkPhoto(heic)
    expect(refused).toMatchObject({ key: 'unreadable_image' })
    expect('text' in refused && refused.text).toMatch(/HEIC.*Le plus compatible/)
  }
  for (const refused of [fileOf('application/pdf', 'a.pdf'), fileOf('image/jpeg', 'a.jpg', 0)])
    expect(await shrinkPhoto(refused)).toMatchObject({ key: 'unreadable_image' })
})
