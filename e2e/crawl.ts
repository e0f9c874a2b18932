type Crawled = { broken: string[]; pages: Map<string, string>; kinds: Map<string, number> }
type Options = {
  origin: string
  headers: Record<string, string>
  start: readonly string[]
  /** Maximum number of addresses of one kind that are followed: there are many covers, issues and topics. */
  ofAKind: number
  /** Addresses that are not followed. */
  skip?: RegExp
}

/**
 * Follows every link, fragment, image, style and script within our own origin from `start` on, including those in heads, feeds,
 * sitemaps and OPDS catalogues. Redirects are followed as further addresses.
 */
export async function crawl({ origin, headers, start, ofAKind, skip }: Options): Promise<Crawled> {
  const broken: string[] = []
  const pages = new Map<string, string>()
  const kinds = new Map<string, number>()
  const known = new Set(start)
  const queue = start.map((path) => ({ path, from: 'the start' }))
  const fragments: { path: string; fragment: string; from: string }[] = []

  const note = (target: string, from: string) => {
    const address = URL.canParse(target, origin + from) ? new URL(target, origin + from) : null
    if (address?.origin !== origin || target.includes('{') || skip?.test(address.pathname)) return
    const path = address.pathname + address.search
    if (address.hash.length > 1) fragments.push({ path, fragment: decodeURIComponent(address.hash.slice(1)), from })
    if (known.has(path)) return
    const kind = kindOf(address)
    const count = kinds.get(kind) ?? 0
    if (count >= ofAKind) return
    kinds.set(kind, count + 1)
    known.add(path)
    queue.push({ path, from })
  }

  for (let next = queue.shift(); next; next = queue.shift()) {
    const { path, from } = next
    const answer = await fetch(origin + path, { headers, redirect: 'manual' })
    const location = answer.headers.get('location')
    // An unknown address redirects to the home page. A 401 is not broken: the address exists and requires a login.
    const lost = (answer.status >= 400 && answer.status !== 401) || (location === '/' && !/^\/home\b/.test(path))
    if (lost) broken.push(`${path} on ${from}: ${answer.status} ${location ?? ''}`)
    if (location) note(location, path)
    const type = answer.headers.get('content-type') ?? ''
    if (answer.status !== 200 || !/html|xml|json/.test(type) || /svg/.test(type)) {
      await answer.arrayBuffer()
      continue
    }
    const text = await answer.text()
    if (type.includes('html')) pages.set(path, text)
    for (const target of targetsIn(text, type, origin)) note(target, path)
  }
  for (const { path, fragment, from } of fragments) {
    const page = pages.get(path)
    if (page !== undefined && !page.includes(`id="${fragment}"`)) broken.push(`${path}#${fragment} on ${from}: no such place`)
  }
  return { broken, pages, kinds }
}

function targetsIn(text: string, type: string, origin: string): string[] {
  const plain = (each: string) => each.replaceAll('&amp;', '&')
  if (type.includes('json')) return [...text.matchAll(/"(?:href|url|@id|id)":\s*"([^"]+)"/g)].map(([, value = '']) => value)
  if (type.includes('xml')) return [...text.matchAll(new RegExp(`${origin}[^<"\\s]*`, 'g'))].map(([value]) => plain(value))
  const html = text.replace(/<script[^>]*>[\s\S]*?<\/script>/g, (script) => script.slice(0, script.indexOf('>') + 1))
  const values = [...html.matchAll(/\s(?:href|src|poster)="([^"#][^"]*|#[^"]+)"/g)].map(([, value = '']) => value)
  const sets = [...html.matchAll(/\s(?:srcset|srcSet|imagesrcset)="([^"]+)"/g)].flatMap(([, value = '']) =>
    value.split(',').map((each) => each.trim().split(/\s/)[0]!),
  )
  const metas = [...html.matchAll(/<meta property="og:(?:image|url)" content="([^"]+)"/g)].map(([, value = '']) => value)
  // A fragment in JSON-LD identifies a thing, not a place on a page.
  const data = [...text.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].flatMap(([, json = '']) =>
    [...json.matchAll(new RegExp(`"(${origin}[^"#]*)`, 'g'))].map(([, value = '']) => value),
  )
  return [...values, ...sets, ...metas, ...data].map(plain)
}

/** Returns the kind of an address: the screen or call that answers it, without ids and values of the query. */
function kindOf({ pathname, searchParams }: URL): string {
  const path = pathname
    .replace(
      /^(\/(?:magazines\/issues|topic|title|magazine|reader\/issues|reader\/topics|reader\/archive|feeds\/\w+|opds\/issues))\/[^/]+/,
      '$1/*',
    )
    .replace(/^(\/api\/v8\/\w+)\/.*?(\/[a-z]+)?$/, '$1/*$2')
    .replace(/^\/magazines\/(?!issues|issuelinks).+/, '/magazines/*')
    .replace(/^\/assets\/.*(\.\w+)$/, '/assets/*$1')
  return `${path}?${[...new Set(searchParams.keys())].sort().join('&')}`
}
