import { expect, test } from 'vitest'
import { createClient, multipart, type WireRequest } from './client.ts'

const id = '7b0f6c1e-5d0a-4b5e-9d4a-0f2f1c3d4e5f'

/** A client of a server that answers this, and what was sent. */
function recorded(status = 200, answer: object = { data: {} }) {
  const sent: WireRequest[] = []
  const client = createClient(async (request) => {
    sent.push(request)
    return { status, text: JSON.stringify(answer), headers: { 'content-type': 'application/json' } }
  })
  return { client, sent }
}

test('a call has its path filled in, its query behind, its token and a JSON body', async () => {
  const { client, sent } = recorded()
  await client.call('GET /v1/discussions/:id/messages', {
    params: { id },
    query: { selection_way: 'before', message_id: 'a b' },
    token: 't',
  })
  await client.call('DELETE /v1/instants/:id', { params: { id: 12 } })
  await client.call('POST /v1/payment/validate', { body: { sessionId: 'cs_1' } })
  expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
    `GET /v1/discussions/${id}/messages?selection_way=before&message_id=a+b`,
    'DELETE /v1/instants/12',
    'POST /v1/payment/validate',
  ])
  expect(sent[0]?.headers).toEqual({ authorization: 'Bearer t' })
  expect(sent[2]).toMatchObject({ headers: { 'content-type': 'application/json' } })
  expect(sent[2]?.payload?.toString()).toBe('{"sessionId":"cs_1"}')
})

test('files make a body multipart, each under its name', async () => {
  const { client, sent } = recorded()
  const parts = multipart({ message: 'Voilà', image: new Blob(['bytes'], { type: 'image/png' }), companyId: undefined })
  await client.call('POST /v1/discussions/:id/message', { params: { id }, ...parts })
  const [request] = sent
  const form = await new Response(request?.payload ?? null, { headers: request?.headers ?? {} }).formData()
  expect([...form.keys()]).toEqual(['message', 'image'])
  expect(form.get('message')).toBe('Voilà')
  expect(form.get('image')).toMatchObject({ name: 'image.png', type: 'image/png', size: 5 })
})

test('a refusal is thrown with its status and code, or answered when it was asked for', async () => {
  const error = { code: 'NOT_FOUND', message: 'Ce message n’existe plus.' }
  const { client } = recorded(404, { error })
  await expect(client.call('DELETE /v1/instants/:id', { params: { id: 1 } })).rejects.toMatchObject({
    status: 404,
    code: 'NOT_FOUND',
  })
  const answered = await client.answer('DELETE /v1/instants/:id', { params: { id: 1 } })
  expect(answered).toMatchObject({ status: 404, data: undefined, error })
})
