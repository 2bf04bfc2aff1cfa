import type { Config } from '../../config.ts'
import type { Db } from '../../db/database.ts'
import { listActiveServices, listIcons } from './municipality.queries.ts'

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
