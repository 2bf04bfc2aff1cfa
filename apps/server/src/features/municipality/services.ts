import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Body } from '@parvis/domain/kernel/contract'
import type { FieldErrors } from '@parvis/domain/kernel/field-errors'
import { readId } from '@parvis/domain/kernel/ids'
import { isZip } from '@parvis/domain/kernel/place'
import { isWholeOrder, type Ranked } from '@parvis/domain/kernel/ranks'
import type { municipalityContract } from '@parvis/domain/municipality/municipality.contract'
import { checkServiceForm, isServiceType, maxServices } from '@parvis/domain/municipality/service-form'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import { transaction } from '@parvis/postgres'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { audited } from '../../audit.queries.ts'
import type { Config } from '../../config.ts'
import type { Db, Transaction } from '../../db/database.ts'
import { notifyCompany } from '../../db/notify.queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import { mediaUrl } from '../../pictures/picture-store.ts'
import { sanitiseRichText } from '../../rich-text/sanitise-rich-text.ts'
import { lockCompany } from '../company/index.ts'
import {
  appendService,
  countActiveServices,
  findServiceOwner,
  isKnownIcon,
  listActiveServiceIds,
  listActiveServices,
  listIcons,
  listTownHalls,
  retireService,
  type ServiceToSave,
  saveIcons,
  saveRanks,
  saveService,
} from './municipality.queries.ts'

/** The completed town halls of a postal code, or of everywhere; 400 for a bad zip. */
export async function listMunicipalities({ db, config }: Dependencies, zip: string | undefined) {
  if (zip && !isZip(zip)) refuseFields({ zip: 'zipCode_format_error' })
  const image = (name: string | null) => name && mediaUrl(config, name)
  const townHalls = await listTownHalls(db, zip)
  return townHalls.map(({ profileImage, coverImage, ...townHall }) => ({
    ...townHall,
    profileImage: image(profileImage),
    coverImage: image(coverImage),
  }))
}

/** The active services of a town hall as they travel, by rank. */
export async function listServices(db: Db, config: Config, companyId: string) {
  const services = await listActiveServices(db, companyId)
  return services.map(({ iconId, iconName, iconTags, ...service }) => ({
    ...service,
    serviceIcon: { id: iconId, tags: iconTags, url: serviceIconUrl(config, iconName) },
  }))
}

export async function listServiceIcons(db: Db, config: Config) {
  const icons = await listIcons(db)
  return icons.map(({ id, name, tags }) => ({ id, tags, url: serviceIconUrl(config, name) }))
}

function serviceIconUrl({ publicUrl }: Config, name: string): string {
  return `${publicUrl}/v1/icons/services/${name}.svg`
}

/** Adds a service after the others, fifty at most; answers the updated list. */
export async function addService(deps: Dependencies, companyId: string, form: ReceivedService) {
  return await change(deps, { companyId }, async (tx) => {
    const service = await readServiceForm(tx, companyId, form)
    if ((await countActiveServices(tx, companyId)) >= maxServices) throw refusal('municipality.max_reached')
    return await appendService(tx, companyId, service)
  })
}

/** Changes a service in its place; 404 for an unknown, deleted or foreign one. */
export async function updateService(deps: Dependencies, userId: number, serviceId: number, form: ReceivedService) {
  return await change(deps, { userId, serviceId }, async (tx, companyId) => {
    const service = await readServiceForm(tx, companyId, form)
    if (!(await saveService(tx, serviceId, service))) throw refusal('municipality.service_not_found')
    return serviceId
  })
}

/** Gives every active service its rank; 400 BAD_RANKS unless each is named once with the ranks 1 to n. */
export async function rearrangeServices(
  deps: Dependencies,
  companyId: string,
  { idRankCouples, mairieId }: { idRankCouples: readonly Ranked[]; mairieId?: string | undefined },
) {
  if (mairieId && mairieId.toLowerCase() !== companyId) refuseFields({ mairieId: 'invalid' })
  return await change(deps, { companyId }, async (tx) => {
    if (!isWholeOrder(await listActiveServiceIds(tx, companyId), idRankCouples)) {
      throw refusal('municipality.bad_ranks')
    }
    await saveRanks(tx, companyId, idRankCouples)
    return companyId
  })
}

/** Makes a service inactive and closes the ranks up; 404 on a second deletion. */
export async function deleteService(deps: Dependencies, userId: number, serviceId: number) {
  return await change(deps, { userId, serviceId }, async (tx, companyId) => {
    const retired = await audited(
      tx,
      { table: 'municipal_services', id: serviceId },
      async () => (await retireService(tx, companyId, serviceId)) || undefined,
      () => ({ actor: `user:${userId}`, action: 'service.delete', object: `service:${serviceId}` }),
    )
    if (!retired) throw refusal('municipality.service_not_found')
    return serviceId
  })
}

type Of = { companyId: string } | { userId: number; serviceId: number }

/** One change at a time per town hall, under its lock; `work` answers what changed: a service, or the hall when it is all of them. */
async function change(
  { db, config }: Dependencies,
  of: Of,
  work: (tx: Transaction, companyId: string) => Promise<number | string>,
) {
  return await transaction(db, async (tx) => {
    const companyId = 'companyId' in of ? of.companyId : await findServiceOwner(tx, of.userId, of.serviceId)
    if (!companyId) throw refusal('municipality.service_not_found')
    await lockCompany(tx, companyId)
    const id = await work(tx, companyId)
    await notifyCompany(tx, companyId, { topic: 'service', id })
    return await listServices(tx, config, companyId)
  })
}

type ReceivedService = Body<typeof municipalityContract.updateService>

/** The service as it will be stored, a page sanitised before it is judged; 400 when a rule fails. */
async function readServiceForm(db: Db, companyId: string, form: ReceivedService): Promise<ServiceToSave> {
  const { type = '', label = '' } = form
  const content = type === 'INTERNAL_PAGE' ? sanitiseRichText(form.content) : form.content
  const typedIcon = readId(form.iconId ?? '')
  const iconId = typedIcon && (await isKnownIcon(db, typedIcon)) ? typedIcon : undefined
  refuseFields({ ...checkServiceForm({ type, label, content, iconId }), ...checkTownHall(companyId, form.cityId) })
  if (!isServiceType(type) || iconId === undefined) throw new Error('a checked service has a type and an icon')
  return { type, label, content, iconId }
}

/** The id in the body is optional, and must be the town hall's when it is there. */
function checkTownHall(companyId: string, cityId = ''): FieldErrors {
  return cityId === '' || cityId.toLowerCase() === companyId ? {} : { cityId: 'invalid' }
}

const shippedIcons = new URL('../../../assets/service-icons/icons.json', import.meta.url)

/** Brings the icons of the database to those shipped with this version; answers how many there are. */
export async function importIcons(db: Db): Promise<number> {
  const icons = JSON.parse(await readFile(shippedIcons, 'utf8')) as { name: string; tags: string }[]
  await transaction(db, (tx) => saveIcons(tx, icons))
  return icons.length
}

const folders = { services: 'service-icons', categories: 'category-icons' }
const known = new Map<string, { drawing: Buffer; etag: string }>()

/** A drawing shipped with the product, kept a day by browsers then asked for by its mark. */
export async function readIcon(
  { set, name }: { set: keyof typeof folders; name: string },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { drawing, etag } = await load(`${folders[set]}/${name}`)
  reply.header('cache-control', 'public, max-age=86400').header('etag', etag)
  if (request.headers['if-none-match'] === etag) {
    await reply.code(304).send()
    return
  }
  await reply
    .type('image/svg+xml')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox")
    .header('cross-origin-resource-policy', 'cross-origin')
    .send(drawing)
}

async function load(path: string): Promise<{ drawing: Buffer; etag: string }> {
  const loaded = known.get(path)
  if (loaded) return loaded
  const drawing = await readFile(new URL(`../../../assets/${path}`, import.meta.url)).catch(() => {
    throw refusal('request.not_found')
  })
  const icon = { drawing, etag: `"${createHash('sha256').update(drawing).digest('hex').slice(0, 32)}"` }
  known.set(path, icon)
  return icon
}
