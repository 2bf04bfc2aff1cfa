import type { AnswerOf } from '@parvis/domain/api'
import { query } from '../../api/query.ts'
import { useChangeList } from '../../api/use-change-list.ts'
import { call } from '../../lib/request.ts'

export type Photo = AnswerOf<'GET /v1/company/:id/photos'>[number]

export const photosQuery = (id: string) => query('GET /v1/company/:id/photos', { params: { id } })

export const useChangePhotos = () => useChangeList<Photo[]>(photosQuery)

/** The order and the texts of all, as one call saves them. */
export const arranged = (photos: readonly Photo[]) => (id: string) =>
  call('PUT /v1/company/:id/photos', {
    params: { id },
    body: { photos: photos.map((one) => ({ id: one.id, alt: one.alt })) },
  })
