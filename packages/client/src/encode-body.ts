export type BodyEncoding = 'json' | 'form' | 'multipart'
export type FileInput = Blob | readonly Blob[] | null | undefined
export type Encoded = { body: BodyInit | undefined; contentType: string | undefined }

/** Writes a body as the endpoint wants it. Absent values are left out; null is sent as an empty text in forms. */
export function encodeBody(body: unknown, as: BodyEncoding, files: Record<string, FileInput>): Encoded {
  if (as === 'multipart') return { body: multipart(entriesOf(body), files), contentType: undefined }
  if (as === 'form') {
    return { body: new URLSearchParams(textEntries(body)).toString(), contentType: 'application/x-www-form-urlencoded' }
  }
  if (body === undefined) return { body: undefined, contentType: undefined }
  return { body: JSON.stringify(body), contentType: 'application/json' }
}

/** `?a=1&b=2`; a list is repeated under its name. */
export function encodeQuery(query: unknown): string {
  const search = new URLSearchParams()
  for (const [name, value] of entriesOf(query)) {
    for (const item of Array.isArray(value) ? value : [value]) search.append(name, asText(item))
  }
  const text = search.toString()
  return text ? `?${text}` : ''
}

function multipart(entries: [string, unknown][], files: Record<string, FileInput>): FormData {
  const form = new FormData()
  for (const [name, value] of entries) form.append(name, asText(value))
  for (const [name, value] of Object.entries(files)) {
    for (const file of fileList(value)) form.append(name, file, fileName(file))
  }
  return form
}

function fileList(value: FileInput): readonly Blob[] {
  if (!value) return []
  return value instanceof Blob ? [value] : value
}

function fileName(file: Blob): string {
  return file instanceof File ? file.name : `image.${file.type === 'image/png' ? 'png' : 'jpg'}`
}

const textEntries = (body: unknown) => entriesOf(body).map(([name, value]) => [name, asText(value)])

function entriesOf(body: unknown): [string, unknown][] {
  if (typeof body !== 'object' || body === null) return []
  return Object.entries(body).filter(([, value]) => value !== undefined)
}

function asText(value: unknown): string {
  if (value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
