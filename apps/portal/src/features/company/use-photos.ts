import type { AnswerOf } from '@parvis/domain/api'
import { query } from '../../api/query.ts'
import { useChange } from '../../api/use-change.ts'
import { call } from '../../lib/request.ts'

export type Photo = AnswerOf<'GET /v1/company/:id/photos'>[number]

export const photosQuery = query('GET /v1/company/:id/photos')

export const useChangePhotos = () => useChange<Photo[]>(photosQuery, { isQuiet: true })

/** The order and the texts of all, as one call saves them. */
export const arranged = (photos: readonly Photo[]) => () =>
  call('PUT /v1/company/:id/photos', { body: { photos: photos.map(({ id, alt }) => ({ id, alt })) } })
