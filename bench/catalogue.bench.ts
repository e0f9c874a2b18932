// The catalogue page of visitors: cached, against nginx with the same bytes; rendered, against React alone with the same tree.
import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { componentTreeOf, renderToString } from './component-tree.ts'
import { onCore, startKiosk } from './kiosk-for-benchmarks.ts'
import { load } from './load.ts'
import { serveByNginx } from './nginx.ts'
import { treeOf } from './page-tree.ts'
import type { Row } from './row.ts'

const CACHED_RATIO = 0.6
const RENDERED_RATIO = 0.6
/** Size of the components' markup, as a multiple of that for one look. */
const MOST_FOR_OTHER_LOOKS = 1.05

export async function run(): Promise<{ rows: Row[] }> {
  const kiosk = await startKiosk('demo')
  try {
    const page = `${kiosk.url}/magazines`
    const headers = { 'accept-encoding': 'gzip, deflate, br, zstd', 'accept-language': 'de' }
    // After several requests, the cached page is compressed better: both servers send those bytes.
    for (let visit = 0; visit < 4; visit++) await rawPage(page, headers)
    await pause(2_000)
    const { body, etag } = await rawPage(page, headers)
    const rows: Row[] = []

    const nginx = await serveByNginx(body, { 'Content-Encoding': 'br', 'Cache-Control': 'public, max-age=0' })
    if (nginx) {
      const yardstick = await load(nginx.url, { seconds: 8, connections: 32, headers })
      const kiosk = await load(page, { seconds: 8, connections: 32, headers })
      nginx.stop()
      const ratio = kiosk.requestsPerSecond / yardstick.requestsPerSecond
      rows.push({
        what: `catalogue page, cached (${body.length} bytes of brotli, ${etag ? 'with' : 'without'} ETag, ${kiosk.failed} failed)`,
        value: `${Math.round(kiosk.requestsPerSecond)}/s`,
        yardstick: `nginx ${Math.round(yardstick.requestsPerSecond)}/s`,
        ratio,
        budget: `≥ ${CACHED_RATIO} ×`,
        met: ratio >= CACHED_RATIO && kiosk.failed === 0,
      })
    } else
      rows.push({ what: 'catalogue page, cached', value: 'nginx is not installed', budget: `≥ ${CACHED_RATIO} ×`, met: false })

    const plain = { 'accept-language': 'de' }
    const html = (await rawPage(page, plain)).body.toString()
    const tree = await componentTreeOf(page, plain)
    const elements = treeOf(html)
    const lengths = [renderToString(tree()), renderToString(elements()), html].map((each) => bodyOf(each).length)
    const [ofTree, ofBareElements, ofPage] = lengths as [number, number, number]
    // The components also write what visitors with other looks see (ADR-0279).
    if (ofBareElements !== ofPage || ofTree < ofPage || ofTree > ofPage * MOST_FOR_OTHER_LOOKS)
      throw new Error(`the yardsticks write ${lengths} characters of markup; the page is the last`)
    // The yardsticks are React in production mode, on the server's core.
    onCore(process.pid, '0')
    const ofComponents = rendersPerSecond(() => renderToString(tree()))
    const ofElements = rendersPerSecond(() => renderToString(elements()))
    onCore(process.pid, '0,1')
    const rendered = await load(page, { seconds: 8, connections: 8, headers, neverTwice: true })
    const ratio = rendered.requestsPerSecond / ofComponents
    rows.push({
      what: `the same, rendered and compressed for one visitor (${rendered.failed} failed)`,
      value: `${Math.round(rendered.requestsPerSecond)}/s`,
      yardstick: `renderToString of the same tree ${Math.round(ofComponents)}/s (of its bare elements ${Math.round(ofElements)}/s)`,
      ratio,
      budget: `≥ ${RENDERED_RATIO} ×`,
      met: ratio >= RENDERED_RATIO && rendered.failed === 0,
    })
    return { rows }
  } finally {
    await kiosk.stop()
  }
}

/** Returns the markup of a page from its body to its scripts, without React's comments. */
function bodyOf(html: string): string {
  return html.slice(html.indexOf('<body'), html.indexOf('<script', html.indexOf('<body'))).replace(/<!--[\s\S]*?-->/g, '')
}

function rendersPerSecond(render: () => string): number {
  for (let warm = 0; warm < 30; warm++) render()
  const start = performance.now()
  let count = 0
  while (performance.now() - start < 4_000) {
    render()
    count++
  }
  return (count * 1000) / (performance.now() - start)
}

/** Requests a page and returns its bytes as sent; fetch would decompress them. */
function rawPage(url: string, headers: Record<string, string>): Promise<{ body: Buffer; etag: string | undefined }> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => resolve({ body: Buffer.concat(parts), etag: response.headers.etag }))
    })
      .on('error', reject)
      .end()
  })
}
