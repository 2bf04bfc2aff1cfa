import { z } from 'zod'
import type { Contract } from '../kernel/contract.ts'
import { integer, jsonList, ofCompany, optionalText, pathId, pathUuid, text } from '../kernel/fields.ts'

const photos = z.array(z.object({ id: z.number(), url: z.string(), alt: z.string() }))

/** The gallery of a business, shown on its page; every call answers the whole of it, in its order. */
export const photosContract = {
  listPhotos: {
    ...ofCompany('counter'),
    summary: 'The photos of a business, in the order of its page.',
    call: 'GET /v1/company/:id/photos',
    answer: photos,
  },
  addPhoto: {
    ...ofCompany('manager'),
    summary: 'Adds a photo after the others, 8 at most; the server crops it to 4:3.',
    call: 'POST /v1/company/:id/photos',
    body: z.object({ alt: optionalText() }),
    files: { image: 1 },
    answer: photos,
    refusals: ['PHOTO_LIMIT'],
  },
  arrangePhotos: {
    ...ofCompany('manager'),
    summary: 'The order of the photos and their alternative texts: each photo is named once.',
    call: 'PUT /v1/company/:id/photos',
    body: z.object({ photos: jsonList(z.object({ id: integer(), alt: text() })) }),
    answer: photos,
    refusals: ['PHOTOS_CHANGED'],
  },
  removePhoto: {
    ...ofCompany('manager'),
    summary: 'Takes a photo away; its files are deleted an hour later.',
    call: 'DELETE /v1/company/:id/photos/:photoId',
    params: z.object({ id: pathUuid(), photoId: pathId() }),
    answer: photos,
    refusals: ['NOT_FOUND'],
  },
} as const satisfies Contract
