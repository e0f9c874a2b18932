// Lighthouse with its mobile preset (simulated slow 4G, four times slower processor) in Debian's Chromium; `PAGES=all`: on every public page.
import { setTimeout as pause } from 'node:timers/promises'
import { addressOf, type Page, pages } from '@kiosk/domain/addresses'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { startKiosk } from './kiosk-for-benchmarks.ts'
import type { Row } from './row.ts'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

export async function run(): Promise<{ rows: Row[] }> {
  const kiosk = await startKiosk('demo')
  const chrome = await launch({
    chromePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    chromeFlags: [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
  try {
    const rows: Row[] = []
    for (const [what, path] of await wanted(kiosk.url)) {
      const hidden = await warm(kiosk.url + path)
      const measured = await lighthouse(kiosk.url + path, {
        port: chrome.port,
        output: 'json',
        logLevel: 'error',
        onlyCategories: [...CATEGORIES],
        // What search engines are not to list is not to be blamed for it.
        skipAudits: hidden ? ['is-crawlable'] : null,
      })
      if (!measured) throw new Error(`Lighthouse measured nothing on ${path}`)
      const { categories, audits } = measured.lhr
      const scores = CATEGORIES.map((name) => Math.round((categories[name]?.score ?? 0) * 100))
      const least = Math.min(...scores)
      rows.push({
        what: `Lighthouse ${what} (${CATEGORIES.join(', ')})`,
        value: scores.join(' '),
        budget: '≥ 95 × 4',
        met: least >= 95,
      })
      const lcp = audits['largest-contentful-paint']?.numericValue ?? Number.NaN
      const cls = audits['cumulative-layout-shift']?.numericValue ?? Number.NaN
      const tbt = audits['total-blocking-time']?.numericValue ?? Number.NaN
      rows.push({
        what: `LCP, CLS, TBT of ${what}`,
        value: `${Math.round(lcp)} ms, ${cls.toFixed(3)}, ${Math.round(tbt)} ms`,
        budget: '< 1800 ms, < 0.02, < 150 ms',
        met: lcp < 1800 && cls < 0.02 && tbt < 150,
      })
      for (const name of CATEGORIES) {
        for (const { id } of categories[name]?.auditRefs ?? []) {
          const audit = audits[id]
          if (audit && audit.score !== null && audit.score < 0.9 && process.env.VERBOSE)
            console.log(`    ${what} ${name}: ${id} ${audit.displayValue ?? ''}`)
        }
      }
    }
    return { rows }
  } finally {
    chrome.kill()
    await kiosk.stop()
  }
}

/** Names and paths: the three that the budgets name, or every public page that opens by its address alone. */
async function wanted(base: string): Promise<[string, string][]> {
  const first = async (page: string, link: RegExp) => link.exec(await (await fetch(base + page)).text())?.[0] ?? ''
  const issue = await first('/magazines', /\/magazines\/issues\/[\w-]+/)
  const budgeted: [string, string][] = [
    ['home', '/'],
    ['catalogue', '/magazines'],
    ['issue page', issue],
  ]
  if (process.env.PAGES !== 'all') return budgeted
  const topic = await first('/feeds/topics.xml', /\/topic\/[\w-]+/)
  const named = (Object.keys(pages) as Page[]).filter(
    (page) => pages[page].access === 'public' && !/:\w+(?!\w*\?)/.test(pages[page].path),
  )
  const known = new Set(['/', '/magazines'])
  const others = ['/magazines/Alpen', topic, ...named.map((page) => addressOf(page)).filter((path) => !known.has(path))]
  const open: [string, string][] = []
  for (const path of others) {
    const { status } = await fetch(base + path, { redirect: 'manual' })
    if (status === 200) open.push([path, path])
    else console.log(`    ${path} answers ${status}: left out`)
  }
  return [...budgeted, ...open]
}

/**
 * Brings a page into the state that all but its very first visitors meet: its covers are drawn in the format that the
 * browser prefers, and it is kept. True = search engines are not to list it.
 */
async function warm(page: string): Promise<boolean> {
  const headers = {
    accept: 'image/avif,image/webp,*/*',
    'accept-language': 'en-US,en',
    'accept-encoding': 'br',
    'user-agent': 'Android',
  }
  let html = ''
  for (let visit = 0; visit < 4; visit++) {
    html = await (await fetch(page, { headers })).text()
    const pictures = new Set([...html.matchAll(/(\/api\/v8\/[^" ,]+\/cover\?[^" ,]+)/g)].map(([, address]) => address!))
    if (visit === 0 || visit === 3)
      for (const each of pictures) await (await fetch(new URL(each.replaceAll('&amp;', '&'), page), { headers })).arrayBuffer()
  }
  await pause(3_000)
  return /<meta name="robots" content="noindex/.test(html)
}
