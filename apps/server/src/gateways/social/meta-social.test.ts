import { createHmac } from 'node:crypto'
import { type Fault, startFakeProvider, timeoutFor } from '@parvis/harness/fakes/fake-provider'
import { untilFileEnds } from '@parvis/harness/server/lifetimes'
import { describe, expect, test } from 'vitest'
import { createMetaSocial } from './meta-social.ts'
import { createDisabledSocial, type SocialPage } from './social.ts'

const meta = untilFileEnds(await startFakeProvider())

const log = { info: () => {}, warn: () => {} }
const social = (timeoutMs = timeoutFor()) =>
  createMetaSocial(
    { appId: '123', appSecret: 'app-secret', baseUrl: `${meta.url}/v26.0` },
    { log, userAgent: 'Parvis tests', timeoutMs },
    { tries: 3, everyMs: 1 },
  )
const page: SocialPage = { idPage: '1234', name: 'Ma boutique', type: 'FACEBOOK', token: 'EAAG-page' }
const account: SocialPage = { idPage: '1784', name: 'maboutique', type: 'INSTAGRAM', token: 'EAAG-page' }
const pages = (...data: object[]) => ({ json: { data, paging: {} } })
const shop = { id: '1234', name: 'Ma boutique', access_token: 'EAAG-page', tasks: ['CREATE_CONTENT'] }
const error = (code: number, error_subcode?: number) => ({
  status: 400,
  json: {
    error: { message: 'Error validating EAAG-user', type: 'OAuthException', code, error_subcode, fbtrace_id: 'x' },
  },
})
const formOf = (at: number) => Object.fromEntries(new URLSearchParams(meta.requests[at]?.text))

describe('I-058 pages', () => {
  test('Facebook first, then Instagram with the token of its page', async () => {
    meta.reply(pages({ ...shop, instagram_business_account: { id: '1784', username: 'maboutique' } }))
    expect(await social().listPages('EAAG-user')).toEqual([page, account])
    expect(await social().findPage('INSTAGRAM', 'EAAG-user')).toEqual(account)
    const query = Object.fromEntries(meta.requests[0]?.query ?? [])
    expect(meta.requests[0]?.path).toBe('/v26.0/me/accounts')
    expect(query).toMatchObject({
      access_token: 'EAAG-user',
      appsecret_proof: createHmac('sha256', 'app-secret').update('EAAG-user').digest('hex'),
    })
  })

  test('I-057 nothing connected, no Facebook page, no Instagram account', async () => {
    meta.reply(pages())
    await expect(social().findPage('FACEBOOK', '')).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
    expect(meta.requests).toHaveLength(0)
    await expect(social().findPage('FACEBOOK', 'EAAG-user')).rejects.toMatchObject({ code: 'NO_FACEBOOK_PAGE' })
    meta.reply(pages(shop))
    await expect(social().findPage('INSTAGRAM', 'EAAG-user')).rejects.toMatchObject({ code: 'NO_PAGE_FOUND' })
  })
})

test('I-055 Facebook gets one photo with message, url and link', async () => {
  meta.reply({ json: { id: '55', post_id: '1234_55' } })
  const photo = { message: 'Fournée de 17 h', url: 'https://pro.example/i.jpg', link: 'https://pro.example/i/42' }
  expect(await social().publishFacebookPhoto(page, photo)).toEqual({ postId: '1234_55' })
  expect(meta.requests).toMatchObject([{ method: 'POST', path: '/v26.0/1234/photos' }])
  expect(formOf(0)).toMatchObject({ ...photo, access_token: 'EAAG-page' })
})

describe('I-056 Instagram', () => {
  const media = { imageUrl: 'https://pro.example/i.jpg', caption: 'Fournée de 17 h' }

  test('a media is created, waited for, then published', async () => {
    meta.reply(
      { json: { id: '900' } },
      { json: { status_code: 'IN_PROGRESS' } },
      { json: { status_code: 'FINISHED' } },
      { json: { id: '901' } },
    )
    expect(await social().publishInstagramMedia(account, media)).toEqual({ mediaId: '901' })
    expect(meta.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /v26.0/1784/media',
      'GET /v26.0/900',
      'GET /v26.0/900',
      'POST /v26.0/1784/media_publish',
    ])
    expect(formOf(0)).toMatchObject({ image_url: media.imageUrl, caption: media.caption })
    expect(formOf(3)).toMatchObject({ creation_id: '900' })
  })

  test('a picture that Meta cannot use, or never finishes, is not published', async () => {
    meta.reply({ json: { id: '900' } }, { json: { status_code: 'ERROR' } })
    await expect(social().publishInstagramMedia(account, media)).rejects.toMatchObject({ code: 'REFUSED' })
    meta.reply({ json: { id: '900' } }, { json: { status_code: 'IN_PROGRESS' } })
    await expect(social().publishInstagramMedia(account, media)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(meta.requests.filter(({ path }) => path.endsWith('media_publish'))).toHaveLength(0)
  })
})

describe('what Meta answers', () => {
  test.each([
    [error(190, 463), 'TOKEN_EXPIRED'],
    [error(200), 'REFUSED'],
    [error(10), 'REFUSED'],
    [error(100), 'REFUSED'],
    [error(368), 'REFUSED'],
    [error(4), 'UNAVAILABLE'],
    [error(32), 'UNAVAILABLE'],
    [error(803), 'NO_PAGE_FOUND'],
  ])('%j is %s', async (reply, code) => {
    meta.reply(reply)
    const failure = await social()
      .listPages('EAAG-user')
      .catch((thrown) => thrown)
    expect(failure).toMatchObject({ name: 'SocialFailure', code })
    expect(failure.message).not.toContain('EAAG')
  })

  test('an expired token is said plainly', async () => {
    meta.reply(error(190, 463))
    await expect(social().listPages('EAAG-user')).rejects.toThrow('the person must connect again')
  })

  test.each<Fault>(['silence', 'cut', 'drip', 'html', 'wrong-json', 'huge', 'redirect', '500', '429'])(
    '%s is "unavailable"',
    async (fault) => {
      meta.reply(fault)
      const listing = social(timeoutFor(fault)).listPages('EAAG-user')
      await expect(listing).rejects.toMatchObject({ name: 'SocialFailure', code: 'UNAVAILABLE' })
      expect(meta.requests).toHaveLength(1)
    },
  )

  test.each(['../me', '12/34', '', 'me'])('T14 %j is no page', async (idPage) => {
    meta.reply({ json: { id: '1' } })
    const photo = { message: '', url: '', link: '' }
    const publish = social().publishFacebookPhoto({ ...page, idPage }, photo)
    await expect(publish).rejects.toMatchObject({ code: 'NO_PAGE_FOUND' })
    expect(meta.requests).toHaveLength(0)
  })
})

test('AMB-91 without application everything is "not connected"', async () => {
  const disabled = createDisabledSocial()
  expect(disabled.appId).toBeUndefined()
  await expect(disabled.listPages('x')).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  await expect(disabled.publishFacebookPhoto(page, { message: '', url: '', link: '' })).rejects.toMatchObject({
    code: 'NOT_CONNECTED',
  })
})
