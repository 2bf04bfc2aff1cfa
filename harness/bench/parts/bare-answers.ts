/** The answers of the bare server, built by hand from its rows; the bench compares them with ours byte by byte. */
export type Row = Record<string, unknown> & Worked

/** Columns that are converted; the others are written as read. */
type Worked = {
  cover_picture: string
  picture: string
  profile_picture: string | null
  modified_at: Date
  sent_at: Date
  notification_at: Date | null
  notified_at: Date | null
  publish_at: Date | null
  state_at: Date | null
  resident_id: number
  slug: string
  times: Time[]
}

/** A moment as Paris writes it. */
function paris(moment: Date): string {
  const hours = isSummer(moment) ? 2 : 1
  return `${new Date(moment.getTime() + hours * 3_600_000).toISOString().slice(0, 19)}+0${hours}:00`
}

function isSummer(moment: Date): boolean {
  const year = moment.getUTCFullYear()
  return moment.getTime() >= lastSunday(year, 2) && moment.getTime() < lastSunday(year, 9)
}

function lastSunday(year: number, month: number): number {
  const end = new Date(Date.UTC(year, month + 1, 0, 1))
  return end.setUTCDate(end.getUTCDate() - end.getUTCDay())
}

const two = (count: number) => String(count).padStart(2, '0')

type Time = [id: number, preview: boolean, enabled: boolean, day: string, on: string, start: number, end: number]

function writeTime([id, preview, enabled, activeDayType, on, start, end]: Time) {
  const offset = isSummer(new Date(`${on}T12:00:00Z`)) ? 2 : 1
  const at = (minutes: number) => `${on}T${clock(minutes)}:00+0${offset}:00`
  return {
    id,
    activationTimeType: preview ? 'DURING_AND_BEFORE_TWO_HOUR' : 'during_instant',
    activeDayType,
    startDateTime: at(start),
    endDateTime: at(end),
    isEnabled: enabled,
    realEndDateTime: null,
  }
}

const clock = (minutes: number) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`

/** All schedules of the database under test are weekly. */
const writeLine = ([id, preview, enabled, , , start, end]: Time) => ({
  id,
  days: [1],
  start: clock(start),
  end: clock(end),
  from: null,
  until: null,
  except: [],
  preview,
  enabled,
  occurrences: [],
})

export function writeInstant(row: Row, media: string) {
  return {
    instantInformation: {
      id: row.id,
      businessId: row.company_id,
      title: row.title,
      shortDescription: row.short_description,
      longDescription: row.long_description,
      category: 'cultural',
      categoryId: row.category_id,
      picture: row.picture,
      pictureUrl: media + row.picture,
    },
    address: {
      address: row.address,
      city: row.city,
      zipCode: row.zip_code,
      coordinates: { latitude: row.latitude, longitude: row.longitude },
    },
    instantActivationTimes: row.times.map(writeTime),
    notificationSent: row.notification_at === null && row.notified_at !== null,
    notificationDate: row.notification_at && paris(row.notification_at),
    lastNotificationDate: row.notified_at && paris(row.notified_at),
    status: row.is_enabled,
    lastModificationDate: paris(row.modified_at),
    version: row.version,
    sequence: row.sequence,
    publication: {
      state: row.is_draft ? 'draft' : row.publication,
      at: row.publish_at && paris(row.publish_at),
      notify: row.notify_on_publish,
    },
    eventState: { state: row.event_state, message: row.state_message, since: row.state_at && paris(row.state_at) },
    followsHours: false,
    pausesWhenClosed: row.pauses_when_closed,
    schedule: { kind: 'weekly', dates: [], weekly: row.times.map(writeLine) },
  }
}

export function writeMessage(row: Row, media: string) {
  return {
    id: row.id,
    senderId: row.from_company ? row.company_id : String(row.resident_id),
    senderAvatar: row.from_company && row.profile_picture ? media + row.profile_picture : null,
    message: row.text,
    sendAt: paris(row.sent_at),
    image: null,
    automatic: row.automatic ?? false,
    order: row.order_id ? { id: row.order_id, status: row.status, step: null } : null,
  }
}

const plan = {
  membership: 'digital',
  allowedInstant: -1,
  allowedConversation: -1,
  allowedNotificationPerInstant: -1,
  allowedBroadcast: -1,
  hasSubdomain: true,
  hasClickAndCollect: true,
}

export function writeSettings(row: Row, media: string) {
  return {
    companyId: row.id,
    name: row.name,
    type: row.type,
    category: row.category,
    siren: row.registry_code,
    subscription: plan,
    address: row.address,
    zipCode: row.zip_code,
    city: row.city,
    longitude: row.longitude,
    latitude: row.latitude,
    coverImage: media + row.cover_picture,
    profileImage: media + row.profile_picture,
    description: row.description,
    website: row.website,
    email: row.email,
    phoneNumber: row.phone,
    followersCount: row.followers_count,
    openHours: row.hours,
    hoursVersion: row.hours_version,
    premiumSubdomain: row.subdomain,
    cacActive: row.cac_active,
    cacDescription: row.cac_description,
    cacImagesPath: row.pictures,
    identityStatus: row.identity_status,
    suspension: row.suspended_at,
    publicUrl: `https://parvis.site/clichy-92110/${row.slug}`,
    siteUrl: row.subdomain,
    customDomain: row.domain,
    isSpecial: false,
  }
}
