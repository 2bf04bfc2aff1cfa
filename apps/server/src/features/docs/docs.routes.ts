import { createHash } from 'node:crypto'
import { docsContract } from '@parvis/domain/docs/docs.contract'
import { once } from '@parvis/domain/kernel/memoised'
import { escapeMarkup } from '@parvis/domain/kernel/text'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../dependencies.ts'
import { bindContract } from '../../http/bind-contract.ts'
import { allowStyle } from '../../http/security-headers.ts'
import { readyAnswer, sendAnswer } from '../site/index.ts'
import { buildOpenApi, type OpenApi, type Operation } from './build-openapi.ts'
import { typeText } from './json-schema.ts'

/** The API's own description, made once per process from the contracts, and compressed once: a megabyte. */
export function docsRoutes(app: FastifyInstance, deps: Dependencies): void {
  const description = once(() => {
    const document = buildOpenApi(deps.config.publicUrl, deps.development && { development: deps.development.contract })
    const ready = (type: string, body: string) =>
      readyAnswer({ status: 200, cache: 'public, max-age=300', type: `${type}; charset=utf-8`, body })
    return { json: ready('application/json', JSON.stringify(document)), html: ready('text/html', docsPage(document)) }
  })
  bindContract(app, deps, docsContract, {
    readOpenApi: async ({ reply }) => {
      await sendAnswer(reply.request, reply, await description().json)
    },
    readDocs: async ({ reply }) => {
      reply.header('content-security-policy', allowStyle(reply.getHeader('content-security-policy'), docsStyleHash))
      await sendAnswer(reply.request, reply, await description().html)
    },
  })
}

/** The documentation page: one HTML document without script or remote resource. */
function docsPage(document: OpenApi): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const subjects = document.tags.map(({ name }) => ({
    name,
    calls: calls.filter(({ operation }) => operation.tags.includes(name)),
  }))
  const shown = subjects.filter((subject) => subject.calls.length > 0)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>Parvis Pro API</title>
<style>${style}</style>
</head>
<body>
<nav aria-label="Subjects"><p class="brand">Parvis Pro API</p><ul>${shown.map(subjectLink).join('')}</ul>
<p><a href="/v1/openapi.json">OpenAPI 3.1 document</a></p></nav>
<main>
<h1>Parvis Pro API</h1>
<p class="intro">${escapeMarkup(document.info.description)}</p>
${shown.map(({ name, calls }) => `<section id="${name}"><h2>${name}</h2>${calls.map(callText).join('')}</section>`).join('\n')}
</main>
</body>
</html>
`
}

type Call = { path: string; method: string; operation: Operation }

function subjectLink({ name, calls }: { name: string; calls: Call[] }): string {
  return `<li><a href="#${name}">${name}</a> <small>${calls.length}</small></li>`
}

function callText({ path, method, operation }: Call): string {
  const body = operation.requestBody?.content['multipart/form-data']?.schema
  return `
<details id="${operation.operationId}">
<summary><span class="method ${method.toLowerCase()}">${method}</span> <code>${escapeMarkup(path)}</code>
<span class="what">${escapeMarkup(operation.summary)}</span></summary>
<p>${escapeMarkup(operation.description)}</p>
${(operation['x-codeSamples'] ?? []).map(({ source }) => `<pre class="sample">${escapeMarkup(source)}</pre>`).join('')}
${typed('Parameters', operation.parameters.map(parameterText).join('\n'))}
${typed('Body', body ? typeText(body) : '')}
${typed('Answer', answerText(operation.responses['200']))}
<h3>Errors</h3>
<ul class="errors" lang="fr">${errorLines(operation.responses).join('')}</ul>
</details>`
}

const typed = (title: string, text: string) => text && `<h3>${title}</h3>\n<pre>${escapeMarkup(text)}</pre>`

const parameterText = ({ name, in: place, schema, required }: Operation['parameters'][number]) =>
  `${place} ${name}${required ? '' : '?'}: ${typeText(schema)}`

function answerText(answer: Operation['responses'][string] | undefined): string {
  const schema = answer?.content?.['application/json']?.schema
  return !schema || '$ref' in schema ? (answer?.description ?? '') : typeText(schema)
}

const errorLines = ({ 200: _, ...failures }: Operation['responses']): string[] =>
  Object.entries(failures).flatMap(([status, { description }]) =>
    description.split('\n').map((line) => `<li>${status} ${escapeMarkup(line)}</li>`),
  )

const style = `
:root { font: 16px/1.55 Figtree, system-ui, sans-serif; color: #1f2a37; background: #fbfaf7 }
body { margin: 0; display: grid; grid-template-columns: 240px minmax(0, 1fr) }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; box-sizing: border-box; padding: 32px 24px; border-right: 1px solid #e6e2d9 }
nav ul { list-style: none; padding: 0; line-height: 2 }
small { color: #55606d }
.brand { font-weight: 700; margin: 0 }
main { max-width: 900px; padding: 32px clamp(16px, 4vw, 48px) 96px }
h1 { margin: 0 0 8px; font-size: 2rem }
h2 { margin: 48px 0 12px; text-transform: capitalize }
h3 { margin: 20px 0 6px; font-size: .875rem; color: #55606d }
a { color: #0f5c4d }
details { margin: 0 0 8px; border: 1px solid #e6e2d9; border-radius: 12px; background: #fff; padding: 0 16px }
summary { padding: 14px 0; cursor: pointer }
.what { display: block; color: #55606d }
.method { display: inline-block; min-width: 56px; font-size: .75rem; font-weight: 700; color: #0f5c4d }
.post { color: #2f6fb0 } .put { color: #8f6510 } .delete { color: #a03d1b }
code, pre { font: .875rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere }
pre { padding: 12px 16px; border-radius: 8px; background: #f4f1ea; overflow: auto; white-space: pre-wrap }
.errors { padding-left: 20px }
:focus-visible { outline: 3px solid #2f6fb0; outline-offset: 2px }
@media (max-width: 760px) { body { display: block } nav { position: static; height: auto; border: 0 } }
`

/** CSP hash of the page's one style element. */
const docsStyleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`
