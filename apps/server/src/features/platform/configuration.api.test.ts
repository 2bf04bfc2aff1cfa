import { testApp } from '@parvis/harness/server/test-app'
import { expect, test } from 'vitest'

const links = {
  BILLING_PORTAL_URL: 'https://factures.exemple.fr',
  CITY_WEBSITE_URL: 'https://www.ville.exemple.fr',
  MEETING_URL: 'https://rendez-vous.exemple.fr',
  APP_LINK_92110: 'https://clichy.exemple.fr',
  APP_LINK_PARIS: 'https://paris.exemple.fr',
}
const configured = testApp(links)
const bare = testApp()

test('X-016 X-017 AMB-124 the outgoing links are those of the installation, and absent without a value', async () => {
  const { data } = await configured.call('GET', '/v1/configuration')
  expect(data).toMatchObject({
    billingPortalUrl: links.BILLING_PORTAL_URL,
    cityWebsiteUrl: links.CITY_WEBSITE_URL,
    meetingUrl: links.MEETING_URL,
    cityApps: {
      92110: { link: links.APP_LINK_92110, logo: '/logos/app-92110.svg' },
      default: { link: links.APP_LINK_PARIS, logo: '/logos/app-paris.svg' },
    },
  })
  const { data: without } = await bare.call('GET', '/v1/configuration')
  expect(without).toMatchObject({ billingPortalUrl: null, cityWebsiteUrl: null, meetingUrl: null })
})
