import { createHash } from 'node:crypto'
import { cacheControl } from '@kiosk/domain/cache-rules'
import { WholeAnswer } from '@kiosk/domain/whole-response'
import { html, raw } from 'hono/html'
import { style } from './docs-style.ts'
import type { Schema } from './named-schemas.ts'
import type { Description, Operation, Parameter } from './openapi.ts'

/** Renders the API documentation: one page without scripts and external resources. */
export async function docsPage(description: Description): Promise<WholeAnswer> {
  const { info, servers, tags, paths, components } = description
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const page = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${info.title}</title>
<style>${raw(style)}</style>
</head>
<body>
<a class="skip" href="#calls">To the calls</a>
<header>
<p class="eyebrow">Version ${info.version}</p>
<h1>${info.title}</h1>
<p>${info.description.replaceAll('`', '')}</p>
<p>Base address: <code>${servers[0]?.url}</code> · <a href="openapi.json">OpenAPI 3.1 description</a></p>
</header>
<nav aria-label="Calls">
${tags.map(
  ({ name }) => html`<h2>${name}</h2>
<ul>${operations
    .filter(({ operation }) => operation.tags.includes(name))
    .map(
      ({ method, path, operation }) => html`<li><a href="#${operation.operationId}"><span>${method}</span> ${path}</a></li>`,
    )}</ul>`,
)}
<h2><a href="#schemas">Schemas</a></h2>
</nav>
<main id="calls">
${tags.map(
  ({ name, description: words }) => html`<section aria-labelledby="tag-${name}">
<h2 id="tag-${name}">${name}</h2>
<p>${words}</p>
${operations.filter(({ operation }) => operation.tags.includes(name)).map((each) => callSection(each, components.schemas))}
</section>`,
)}
<section aria-labelledby="schemas">
<h2 id="schemas">Schemas</h2>
${Object.entries(components.schemas).map(
  ([name, schema]) => html`<article id="schema-${name}" aria-labelledby="schema-${name}-name">
<h3 id="schema-${name}-name"><code>${name}</code></h3>
<pre tabindex="0"><code>${linked(shapeOf(schema))}</code></pre>
</article>`,
)}
</section>
</main>
</body>
</html>`
  const hash = createHash('sha256').update(style).digest('base64')
  return new WholeAnswer(String(page), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': cacheControl('apiDescription'),
      'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    },
  })
}

function callSection(
  { method, path, operation }: { method: string; path: string; operation: Operation },
  schemas: Record<string, Schema>,
) {
  const { operationId, summary, parameters, requestBody, responses, security } = operation
  const own = parameters.filter((each) => each.in !== 'header')
  const form = requestBody?.content['application/x-www-form-urlencoded']?.schema
  const body = form && schemas[nameOf(form)!]
  return html`<article id="${operationId}" aria-labelledby="${operationId}-name">
<h3 id="${operationId}-name"><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code>
${operation['x-extension'] ? html`<span class="extension">extension</span>` : ''}</h3>
<p>${summary}.</p>
<p class="quiet">${needs(security)}</p>
${own.length > 0 ? table('Parameters', own.map(parameterRow), ['Name', 'In', 'Kind']) : ''}
${
  body
    ? table(
        'Form fields',
        fieldsOf(body).map(
          ([name, kind]) => html`<tr><th scope="row"><code>${name}</code></th><td>body</td><td>${kind}</td></tr>`,
        ),
        ['Name', 'In', 'Kind'],
      )
    : ''
}
${table(
  'Answers',
  Object.entries(responses).map(
    ([status, { description }]) => html`<tr><th scope="row">${status}</th><td colspan="2">${description}</td></tr>`,
  ),
  ['Status', 'Meaning'],
)}
${answerShape(responses['200']?.content?.['application/json']?.schema)}
</article>`
}

type Markup = ReturnType<typeof html>

function table(caption: string, rows: Markup[], heads: string[]): Markup {
  const last = heads.length - 1
  return html`<div class="table" tabindex="0" role="group" aria-label="${caption}"><table><caption>${caption}</caption>
<thead><tr>${heads.map((head, place) => html`<th scope="col" colspan="${place === last && heads.length === 2 ? 2 : 1}">${head}</th>`)}</tr></thead>
<tbody>${rows}</tbody></table></div>`
}

function parameterRow({ name, in: place, required, schema, example }: Parameter): Markup {
  return html`<tr><th scope="row"><code>${name}</code></th><td>${place}</td><td>${kindOf(schema)}${required ? ', required' : ''}, such as <code>${String(example)}</code></td></tr>`
}

function answerShape(schema: Schema | undefined): Markup | string {
  if (!schema) return ''
  return html`<p>Answer: <code>${linked(shapeOf(schema))}</code></p>`
}

/** Describes what a call requires besides its parameters. */
function needs(security: Operation['security']): string {
  const words = new Set(security.flatMap(Object.keys))
  const token = security.every((each) => 'token' in each) && words.has('token') ? 'the header X-Api-Token' : null
  const session = words.has('session') ? 'a session' : null
  const required = [token, session].filter((each) => each !== null)
  return `Needs ${required.join(' and ') || 'nothing'}.${words.has('password') ? ' OPDS clients may send e-mail address and password.' : ''}`
}

/** Returns the name of the schema that a reference points to. */
const nameOf = ({ $ref }: Schema): string | undefined =>
  String($ref ?? '')
    .split('/')
    .at(-1) || undefined

/** Turns names of schemas (`#Issue`) into links. */
function linked(shape: string): Markup[] {
  return shape.split(/#(\w+)/).map((part, at) => (at % 2 ? html`<a href="#schema-${part}">${part}</a>` : html`${part}`))
}

function fieldsOf(schema: Schema): [string, string][] {
  const { properties = {}, required = [] } = schema as { properties?: Record<string, Schema>; required?: string[] }
  return Object.entries(properties).map(([name, each]) => [name, kindOf(each) + (required.includes(name) ? ', required' : '')])
}

function kindOf(schema: Schema): string {
  if (schema.$ref) return `#${nameOf(schema)}`
  if (Array.isArray(schema.enum)) return schema.enum.map((each) => JSON.stringify(each)).join(' | ')
  const kinds = Array.isArray(schema.anyOf)
    ? schema.anyOf.map((each) => kindOf(each as Schema)).join(' | ')
    : [schema.type ?? 'anything'].flat().join(' | ')
  return schema.default === undefined ? kinds : `${kinds}, otherwise ${JSON.stringify(schema.default)}`
}

/** Formats a JSON schema in the notation of a TypeScript type. */
function shapeOf(schema: Schema, indent = ''): string {
  const inner = `${indent}  `
  if (schema.type === 'array') {
    if (Array.isArray(schema.prefixItems)) return `[${schema.prefixItems.map((each) => shapeOf(each, inner)).join(', ')}]`
    return `${shapeOf((schema.items ?? {}) as Schema, indent)}[]`
  }
  if (schema.type !== 'object') return kindOf(schema)
  const { properties = {}, required = [] } = schema as { properties?: Record<string, Schema>; required?: string[] }
  const lines = Object.entries(properties).map(
    ([name, each]) => `${inner}${name}${required.includes(name) ? '' : '?'}: ${shapeOf(each, inner)}`,
  )
  return `{\n${lines.join('\n')}\n${indent}}`
}
