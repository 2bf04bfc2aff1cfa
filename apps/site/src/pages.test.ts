import type { Content, SitePage } from '@parvis/domain/site/page'
import { htmlFaults } from '@parvis/harness/server/html-faults'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { renderFragment, renderPage } from './pages.tsx'

type Kind = Content['kind']
const day = '2027-03-10T18:30:00+01:00'
const [now, at] = [Date.parse('2027-03-09T12:00:00Z'), { id: 1, companyId: 'c1', uuid: 'u1', version: 1 }]

/** A page of each kind whose every text is `w`, with all that it may show: a kind that is left out does not compile. */
function contents(w: string): { [K in Kind]: Extract<Content, { kind: K }> } {
  const texts = <K extends string>(...names: readonly K[]) =>
    Object.fromEntries(names.map((name) => [name, w])) as Record<K, string>
  const link = { href: `/${w}`, name: w }
  const picture = { src: `/${w}`, webp: `/${w} 500w`, width: 500, height: 500, alt: w }
  const state = { sentence: w, isOpen: true, changes: [{ at: day, sentence: w, isOpen: false }] }
  const ways = { webcal: `webcal:${w}`, ics: `/${w}`, atom: `/${w}`, sheet: `/${w}` }
  const place = { address: [w], directions: `/${w}`, maps: `geo:${w}` }
  const struck = { word: w, message: w, isStruck: true }
  const tile = { ...link, ...struck, id: 1, kind: 'event', kindLabel: w, category: w, picture, when: w, line: w }
  const instants = [{ ...tile, isRunning: true }]
  const cards = [{ ...link, category: w, picture, state, street: w, running: w, at: w }]
  const tiles = [{ ...link, icon: `/${w}`, domain: w }]
  const pages = { previous: `/${w}`, next: `/${w}`, sentence: w }
  const chips = [{ ...link, isOn: true, count: 2 }]
  const hidden = [{ name: 'type', value: w }]
  const line = { ...link, ...struck, picture, time: w, place: w, business: w, category: w, city: w }
  const row = { ...link, label: w, level: 'danger' as const, word: w, facts: w, text: w, button: link }
  const error = { field: 'firstName', sentence: w }
  const days = [{ date: w, day: w, quarters: [{ value: w, label: w }] }]
  const shop = { company: link, phone: w, address: [w], directions: `/${w}` }
  const message = { ...at, senderId: w, senderAvatar: null, message: w, sendAt: day, image: `/${w}`, automatic: true }
  const conversation = {
    ...at,
    ...texts('label', 'excerpt', 'owner'),
    newMessage: 2,
    createdAt: day,
    lastUpdate: day,
    picture: `/${w}`,
    isBlocked: false,
    participantCollection: [],
    kind: 'discussion' as const,
    isReadOnly: false,
    broadcastId: null,
  }
  const order = {
    ...at,
    customerPickupDateTime: day,
    ...texts('customerOrderContent', 'couponMessage', 'code', 'note', 'promise', 'cancelMessage'),
    minOrder: 0,
    status: 'pending' as const,
    step: null,
    state: 'proposed' as const,
    cancelledBy: null,
    expiresAt: day,
    allowed: ['accept' as const, 'withdraw' as const, 'change' as const],
    proposal: {
      id: 1,
      by: 'company' as const,
      pickupDateTime: day,
      ...texts('orderContent', 'note'),
      total: 9,
      expiresAt: day,
    },
    slot: null,
    picture: `/${w}`,
    flexible: true,
    maxTotal: 9,
    customer: null,
    source: 'site' as const,
    history: [{ at: day, by: 'company' as const, what: w }],
    seenAt: null,
    total: 9,
    discussionId: 'u1',
    finalPickupDateTime: null,
    finalOrderContent: null,
  }
  const booking = {
    id: 1,
    state: 'offered' as const,
    endedBy: null,
    seats: 2,
    ...texts('code', 'date', 'dateMessage', 'promise'),
    position: 1,
    answerBy: day,
    start: day,
    end: day,
    dateState: 'postponed' as const,
    allowed: ['accept' as const, 'withdraw' as const],
    instant: { id: 1, title: w, url: `https://parvis.fr/${w}` },
    company: { companyId: 'c1', name: w, url: `https://parvis.fr/${w}` },
  }
  const me = {
    hasIdentity: true as const,
    ...texts('firstName', 'phone', 'town'),
    pushKnown: true,
    unread: { messages: 1, orders: 1 },
    follows: [{ companyId: 'c1', name: w, url: `/${w}`, picture: null, mode: 'now' as const, unseen: 1 }],
    settings: { quietFrom: w, quietTo: w, dailyCap: 3, digestAt: w, pausedUntil: day, hideExcerpts: true },
    devices: [{ id: 1, name: w, lastSeenAt: day, current: false }],
    letter: null,
  }
  const seats = { ...at, href: null, left: w, perPerson: 2, needsPhone: true, isFull: true }
  const terms = [{ name: w, value: w }]
  const html = '<p>Sanitised when it was stored</p>'
  const official = { level: 'danger' as const, label: w, facts: w }
  return {
    message: {
      kind: 'message',
      heading: w,
      sentences: [w],
      links: [link],
      search: true,
      again: { action: '/v1/x', button: w, fields: [{ name: 'text', value: w, label: w, isLong: true }] },
    },
    business: {
      kind: 'business',
      ...at,
      ...texts('name', 'typeLabel', 'category', 'town', 'today', 'changedOn', 'address'),
      isVerified: true,
      cover: picture,
      picture,
      state,
      write: `/${w}`,
      order: `/${w}`,
      phone: link,
      instants,
      services: tiles,
      week: { days: [{ day: w, hours: w, isToday: true }] },
      particular: [{ days: w, sentence: w }],
      sets: [{ label: w, lines: [w] }],
      photos: [picture],
      description: html,
      ways,
      clickAndCollect: { text: w, pictures: [picture] },
      contact: { ...place, phone: link, email: link, website: link },
    },
    instant: {
      kind: 'instant',
      ...at,
      ...texts('title', 'kindLabel', 'category', 'text', 'address'),
      kindSlug: 'event',
      picture,
      isOver: false,
      words: [{ word: w, message: w }],
      when: [w],
      span: { start: day, end: day },
      place,
      dates: [{ day: w, hours: w, word: w, isStruck: true }],
      booking: { ...seats, dates: [w, 'b'].map((name) => ({ name, label: w, left: w })) },
      business: { name: w, href: `/${w}`, category: w, picture, state },
      calendar: { ics: `/${w}`, google: `/${w}` },
      others: instants,
    },
    home: { kind: 'home', query: w, found: [{ ...link, zip: w, department: w }], towns: [] },
    town: {
      kind: 'town',
      ...texts('name', 'today'),
      isEmpty: false,
      running: instants,
      next: instants,
      categories: chips,
      services: tiles,
      newcomers: cards,
      nearby: [],
      registration: `/${w}`,
      ways,
    },
    directory: {
      kind: 'directory',
      ...texts('heading', 'query'),
      action: '/annuaire',
      hidden,
      filters: chips,
      categories: chips,
      total: 1,
      cards,
      empty: null,
      pages,
    },
    agenda: {
      kind: 'agenda',
      heading: w,
      strip: [{ ...link, weekday: w, count: w, isOn: true }],
      categories: chips,
      groups: [{ title: w, lines: [line], comesBack: [{ title: `${w} b`, lines: [line] }] }],
      more: link,
      empty: { sentence: w, next: line, links: [link] },
      ways,
    },
    services: { kind: 'services', heading: w, hall: link, acts: `/${w}`, alerts: `/${w}`, tiles, empty: w },
    service: { kind: 'service', name: w, icon: `/${w}`, body: html, hall: link },
    sheet: {
      kind: 'sheet',
      ...texts('heading', 'subheading', 'address', 'printedOn'),
      qr: `/${w}`,
      contact: [w],
      days: [{ day: w, hours: w, more: w, lines: [{ time: w, title: w, place: w, word: w }] }],
    },
    text: {
      kind: 'text',
      ...texts('heading', 'subheading'),
      sections: [
        { notes: [{ text: w, link }], button: link, paragraphs: [w], terms },
        { heading: w, paragraphs: [w], code: w, items: [w], table: { head: [w], rows: [[w]] }, html, links: [link] },
      ],
    },
    acts: {
      kind: 'acts',
      ...texts('heading', 'query'),
      hall: link,
      action: '/actes',
      hidden,
      filters: chips,
      years: chips,
      acts: [row],
      empty: null,
      pages,
      ways: [link],
    },
    alerts: { kind: 'alerts', ...texts('heading', 'empty', 'honest'), groups: [{ title: w, lines: [row] }] },
    alert: {
      kind: 'alert',
      ...at,
      ...official,
      ...texts('heading', 'text', 'state', 'endText', 'honest'),
      isOver: false,
      hours: [w],
      hall: link,
      others: [{ text: w, link }],
    },
    follows: {
      kind: 'follows',
      installed: { token: w, firstName: w },
      orders: [row],
      follows: [{ ...link, picture, state, running: '2 nouveautés' }],
      isTold: true,
      news: [row],
    },
    settings: {
      kind: 'settings',
      now,
      me,
      town: w,
      lastPickup: now,
      letter: { email: w, rhythm: 'weekly', sentence: w },
    },
    write: { kind: 'write', company: link, companyId: 'c1', firstName: w },
    order: {
      kind: 'order',
      company: link,
      companyId: 'c1',
      ...texts('instruction', 'paused'),
      days,
      takesAnyTime: true,
      photoAllowed: true,
      typed: { orderContent: w, firstName: w, pickupDateTime: w, maxTotal: w },
      free: [{ value: 'x', label: w }],
      error,
    },
    orders: { kind: 'orders', ...texts('heading', 'empty'), groups: [{ lines: [row] }, { title: w, lines: [row] }] },
    ticket: { kind: 'ticket', now, name: w, shop, order, days },
    booking: { kind: 'booking', now, name: w, shop, booking },
    conversations: { kind: 'conversations', ...texts('heading', 'empty'), groups: [{ lines: [row] }] },
    conversation: {
      kind: 'conversation',
      now,
      conversation,
      company: link,
      awaiting: w,
      messages: [{ ...message, order: { id: 1, status: 'pending', step: null } }],
      ...texts('earlier', 'later'),
    },
    transfer: { kind: 'transfer', code: w, address: w, qr: `/${w}` },
    install: { kind: 'install' },
    offline: { kind: 'offline' },
    report: {
      kind: 'report',
      ...texts('error', 'address', 'text', 'reason', 'name', 'email'),
      reasons: [{ value: w, label: w }],
      goodFaith: true,
    },
  }
}

function drawn(w: string, kind: Kind): string {
  const link = { href: `/${w}`, name: w }
  const page: SitePage = {
    title: w,
    description: w,
    pushKey: w,
    drawn: w,
    canonical: 'https://parvis.fr/clichy-92110',
    isIndexed: true,
    jsonLd: [{ name: w }],
    feeds: [{ href: `/${w}`, type: 'text/calendar', title: w }],
    town: { ...link, slug: w },
    home: '',
    breadcrumb: [{ href: '/', name: 'Accueil' }, link],
    host: 'resident',
    accessibility: 'non conforme',
    script: '/site.js',
    isMailServed: true,
    unread: 2,
    alert: { level: 'danger', label: w, title: w, hour: w, href: `/${w}`, others: w },
    content: contents(w)[kind],
  }
  return renderPage(page)
}

/** The tags of a document with the names of their attributes: what a text that is not escaped would change. */
const skeleton = (html: string): string[] =>
  (html.match(/<[^>]*>/g) ?? []).map((tag) => tag.replace(/="[^"]*"/g, '=""'))

const kinds = Object.keys(contents('')) as Kind[]
const attacks = [
  '<script>',
  '</script>',
  '<!--',
  '"><b onclick=',
  "'",
  '"',
  '&lt;',
  '</textarea>',
  '</style>',
  '</title>',
  'é',
]
/** Without « @ »: a paragraph of the help page that is an address is a link. */
const word = fc.stringMatching(/^[^\s\d@]{1,5}$/)
const hostile = fc.array(fc.oneof(fc.constantFrom(...attacks), word), { minLength: 1 })

test.each(kinds)(
  'W-020 RES-07 no text that the page « %s » shows becomes markup, whatever is typed in any of its fields',
  (kind) => {
    const plain = skeleton(drawn('mot', kind))
    fc.assert(
      fc.property(hostile, (parts) => {
        expect(skeleton(drawn(parts.join(''), kind))).toEqual(plain)
      }),
      { numRuns: 40 },
    )
  },
)

test('F-023 no text of a fragment becomes markup', () => {
  const fragment = (w: string) => {
    const dates = [{ href: `/${w}`, name: w, when: w, place: w, word: w, message: w, isStruck: true }]
    return renderFragment({ page: { href: `/${w}`, name: w }, canonical: `/${w}`, body: { view: 'agenda', dates } })
  }
  fc.assert(
    fc.property(hostile, (parts) => {
      expect(skeleton(fragment(parts.join('')))).toEqual(skeleton(fragment('mot')))
    }),
  )
})

test.each(kinds)(
  'W-020 W-055 the page « %s » is valid, has one h1 and its landmarks in order, and forms that need no script',
  async (kind) => {
    const html = drawn('Bœuf<"&>', kind)
    expect(await htmlFaults(kind, html)).toEqual([])
    expect(html.match(/<h1[\s>]/g)).toHaveLength(1)
    const landmarks = html
      .match(/<(?:body|header|main|footer)[\s>]|class="skip"/g)
      ?.map((tag) => tag.replace(/[<>\s]/g, ''))
    expect(landmarks).toEqual(['body', 'class="skip"', 'header', 'main', 'footer'])
    for (const form of html.match(/<form[\s>].*?<\/form>/gs) ?? []) {
      expect(form).toMatch(/^<form(?=[^>]* method="(?:get|post)")(?=[^>]* action="[^"]+")/)
      expect(form).toMatch(/<button type="submit"/)
      for (const field of form.match(/<(?:input|textarea|select)[^>]*>/g) ?? []) expect(field).toMatch(/ name="[^"]+"/)
    }
  },
)
