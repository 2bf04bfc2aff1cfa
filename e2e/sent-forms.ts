import type { Page } from '@playwright/test'

/** From the next page on, keeps what forms send: a browser does not tell the body of a request that holds a file. */
export async function keepSentForms(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const kept: [string, FormDataEntryValue][] = []
    // oxlint-disable-next-line typescript/unbound-method -- called on its form below
    const append = FormData.prototype.append as (name: string, value: string | Blob, ...more: string[]) => void
    FormData.prototype.append = function keep(this: FormData, name: string, value: string | Blob, ...more: string[]) {
      append.call(this, name, value, ...more)
      kept.push([name, this.getAll(name).at(-1) ?? ''])
    }
    Object.assign(window, { keptFields: kept })
  })
}

/** What was sent under a name since the page was loaded: texts, or `image/jpeg 500x500`. */
export function sentAs(page: Page, name: string): Promise<string[]> {
  return page.evaluate(async (wanted) => {
    const { keptFields = [] } = window as Window & { keptFields?: [string, FormDataEntryValue][] }
    const values = keptFields.filter(([field]) => field === wanted).map(([, value]) => value)
    return await Promise.all(
      values.map(async (value) => {
        if (typeof value === 'string') return value
        const { width, height } = await createImageBitmap(value)
        return `${value.type} ${width}x${height}`
      }),
    )
  }, name)
}
