// JavaScript that a first visit loads, in bytes compressed with brotli.
import { brotliCompressSync } from 'node:zlib'
import { startKiosk } from './kiosk-for-benchmarks.ts'
import type { Row } from './row.ts'

const SCREENS = { home: '/', catalogue: '/magazines', reader: '/reader/issues/' } as const
const PUBLIC_KB = 8
const READER_KB = 115
const TEXT_PAGES = ['/features', '/faq', '/imprint', '/privacy', '/terms', '/about']

export async function run(): Promise<{ rows: Row[] }> {
  const kiosk = await startKiosk('demo')
  try {
    const links = await (await fetch(`${kiosk.url}/magazines`)).text()
    const uid = /\/magazines\/issues\/([\w-]+)/.exec(links)?.[1] ?? ''
    const pages: [string, string, number][] = [
      ['home', SCREENS.home, PUBLIC_KB],
      ['catalogue', SCREENS.catalogue, PUBLIC_KB],
      ['issue page', `/magazines/issues/${uid}`, PUBLIC_KB],
      ['reader', `${SCREENS.reader}${uid}`, READER_KB],
      ...TEXT_PAGES.map((path): [string, string, number] => [path, path, PUBLIC_KB]),
    ]
    const rows: Row[] = []
    for (const [what, path, budget] of pages) {
      const kilobytes = (await scriptBytes(kiosk.url, path)) / 1000
      rows.push({
        what: `JavaScript of ${what}`,
        value: `${kilobytes.toFixed(1)} KB`,
        budget: `≤ ${budget} KB`,
        met: kilobytes <= budget,
      })
    }
    return { rows }
  } finally {
    await kiosk.stop()
  }
}

/**
 * Returns the compressed bytes of linked modules with their static imports, and of inline scripts. Data that a page passes to
 * its scripts do not count.
 */
async function scriptBytes(base: string, path: string): Promise<number> {
  const html = await (await fetch(base + path)).text()
  const inline = [...html.matchAll(/<script(?![^>]*(?:src=|application\/(?:ld\+)?json))[^>]*>([\s\S]*?)<\/script>/g)]
    .map((match) => match[1]!)
    .filter((source) => !source.includes('streamController.enqueue('))
  const linked = new Set<string>()
  for (const [, address] of html.matchAll(/<(?:script[^>]*src|link[^>]*rel="modulepreload"[^>]*href)="([^"]+)"/g))
    linked.add(address!)
  // Modules of the framework are in a list and are loaded after the page has been painted.
  for (const [, list] of html.matchAll(/data-modules="([^"]*)"/g)) for (const address of list!.split(' ')) linked.add(address)
  for (const source of inline)
    for (const [, address] of source.matchAll(/(?:from\s*|import\s*)"(\/[^"]+\.js)"/g)) linked.add(address!)
  let bytes = inline.length ? brotliCompressSync(inline.join('\n')).length : 0
  for (const address of linked) {
    const source = await (await fetch(new URL(address, base + path))).text()
    for (const [, imported] of source.matchAll(/(?:from|import)"(\.\/[^"]+\.js)"/g))
      linked.add(new URL(imported!, new URL(address, base)).pathname)
    bytes += brotliCompressSync(source).length
  }
  return bytes
}
