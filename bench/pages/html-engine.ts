// Sets an issue as HTML, which Chromium and weasyprint print.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { type Block, type Box, breakOff, type Frame, type Issue, shorten } from './layouts.ts'

/** Share of a frame's height that text may fill, because other engines break lines in other places. */
const FILLED_SHARE = 0.93

const escaped = (text: string) =>
  text
    .replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign]!)
    .replace(/[¹²³]/g, (sign) => `<sup>${sign.normalize('NFKC')}</sup>`)
const points = ({ x, y, width, height }: Box) =>
  `left:${x.toFixed(2)}pt;top:${y.toFixed(2)}pt;width:${width.toFixed(2)}pt;height:${height.toFixed(2)}pt`

function blockHtml(block: Block, { box, columns }: Frame & { kind: 'flow' }, pictures: string[], gap: number): string {
  const width = (box.width - (columns - 1) * gap) / columns
  const text = block.sentences.map(escaped).join(' ')
  if (block.role === 'crosshead') return `<h3>${text}</h3>`
  if (block.role === 'quote') return `<blockquote>${text}</blockquote>`
  if (block.role === 'figure') {
    return `<figure><img src="${pictures[block.picture!]}" style="width:${width.toFixed(2)}pt;height:${(width * block.ratio!).toFixed(2)}pt"><figcaption>${text}</figcaption></figure>`
  }
  if (block.role === 'item')
    return `<p class="item" style="margin-bottom:${gap / 3}pt"><b>${escaped(block.lead!)}</b> ${text}</p>`
  if (block.initial) return `<p class="first"><span class="initial">${text[0]}</span>${text.slice(1)}</p>`
  return `<p class="${block.role}${block.rest ? ' rest' : ''}">${text}</p>`
}

function frameHtml(frame: Frame, index: number, issue: Issue, pictures: string[]): string {
  const at = (style = '') => `style="${points(frame.box)};${style}" data-frame="${index}"`
  if (frame.kind === 'ground')
    return `<div ${at(`${frame.fill ? `background:${frame.fill};` : ''}${frame.line ? 'border:.7pt solid #444' : ''}`)}></div>`
  if (frame.kind === 'picture') return `<img src="${pictures[frame.picture]}" ${at()}>`
  if (frame.kind === 'text') {
    const tag = frame.role === 'title' ? 'h2' : 'div'
    return `<${tag} class="${frame.role}" ${at(`font-size:${frame.size.toFixed(2)}pt;text-align:${frame.align}`)}>${escaped(frame.text)}</${tag}>`
  }
  if (frame.kind === 'table') {
    return `<div ${at()}><table>${frame.rows.map((row) => `<tr>${row.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`).join('')}</table></div>`
  }
  const { gap, columnRules } = issue.style
  const columns =
    frame.columns > 1
      ? `columns:${frame.columns};column-fill:auto;column-gap:${gap.toFixed(2)}pt;${columnRules ? 'column-rule:.4pt solid #888;' : ''}`
      : ''
  return `<div class="flow" ${at()}><div class="columns" style="${columns}height:${frame.box.height.toFixed(2)}pt">${frame.blocks.map((block) => blockHtml(block, frame, pictures, gap)).join('')}</div></div>`
}

function documentOf(issue: Issue, pictures: string[]): string {
  const { style, page } = issue
  const [serif, sans] = ['"Liberation Serif", "Times New Roman", serif', '"Liberation Sans", Arial, sans-serif']
  const pages = [...new Set(issue.frames.map((frame) => frame.page))].sort((a, b) => a - b)
  const sheets = pages.map(
    (at) =>
      `<section>${issue.frames.map((frame, index) => (frame.page === at ? frameHtml(frame, index, issue, pictures) : '')).join('')}</section>`,
  )
  return `<!doctype html><html lang="${issue.language}"><meta charset="utf-8"><title>${issue.kind} ${issue.seed}</title><style>
@page { size: ${page.width}pt ${page.height}pt; margin: 0 }
* { margin: 0; padding: 0; box-sizing: border-box }
body { font: ${style.size.toFixed(2)}pt/${style.leading.toFixed(3)} ${style.serif ? serif : sans} }
section { position: relative; width: ${page.width}pt; height: ${page.height - 0.5}pt; overflow: hidden; break-after: page }
section:last-child { break-after: auto }
section > * { position: absolute }
h2, h3, .masthead, .box-title, .section { font-family: ${style.titleSerif ? serif : sans}; font-weight: bold; line-height: 1.15; bookmark-level: ${issue.outline ? 1 : 'none'} }
h3, .masthead, .box-title, .section { bookmark-level: none }
h3 { font-size: 1.05em; margin: .6em 0 .2em; break-after: avoid }
p { text-align: ${style.justified ? 'justify' : 'left'}; hyphens: manual; ${style.indent ? 'text-indent: 1em' : 'margin-bottom: .5em'} }
p.first, p.rest, p.item, p.from, p.jump, h3 + p { text-indent: 0 }
p.jump, p.from { font: italic bold .9em/1.3 ${sans}; text-align: left }
p.jump, p.signature { text-align: right; margin-top: .4em }
.initial { float: left; font-size: ${(style.size * style.leading * 2.35).toFixed(1)}pt; line-height: .86; padding-right: 3pt }
blockquote { font: italic 1.5em/1.2 ${style.titleSerif ? serif : sans}; margin: .5em 0; padding: .3em 0; border-top: 1pt solid #555; border-bottom: 1pt solid #555; break-inside: avoid }
figure { break-inside: avoid; margin: .3em 0 .6em }
sup { font-size: .65em; line-height: 0 }
figure img { display: block }
figcaption, .caption { font: italic .85em/1.2 ${sans} }
.deck { font-style: italic; line-height: 1.2 } .kicker, .label, .furniture, .byline, .ad { font-family: ${sans}; line-height: 1.2 }
.byline { font-style: italic } .kicker { font-weight: bold; color: #8a1c1c } .ad { font-weight: bold } .note { line-height: 1.2 }
table { width: 100%; border-collapse: collapse; font: .9em/1.2 ${sans} } td { border-bottom: .4pt solid #999; padding: .12em .2em }
</style><body>${sheets.join('')}</body></html>`
}

/** Sets an issue in the browser, cuts what does not fit its frame, and notes where figures are. Returns the HTML and Chromium's PDF. */
export async function printHtml(browser: Browser, issue: Issue, pictures: string[]): Promise<{ html: string; pdf: Buffer }> {
  const page = await browser.newPage()
  try {
    let tooLong: number[] = issue.frames.flatMap((frame, index) => (frame.kind === 'flow' ? [index] : []))
    await page.setContent(documentOf(issue, pictures))
    while (tooLong.length) {
      tooLong = await page.evaluate(
        ({ indexes, share }) =>
          indexes.filter((index) => {
            const columns = document.querySelector<HTMLElement>(`[data-frame="${index}"] > .columns`)!
            const { height } = columns.style
            columns.style.height = `${Number.parseFloat(height) * share}pt`
            const over = columns.scrollWidth > columns.clientWidth + 1 || columns.scrollHeight > columns.clientHeight + 1
            columns.style.height = height
            return over
          }),
        { indexes: tooLong, share: FILLED_SHARE },
      )
      const contents = tooLong.map((index) => {
        const frame = issue.frames[index]!
        if (frame.kind !== 'flow') throw new Error(`Frame ${index} has no text that flows.`)
        // Texts that are far too long would need a layout for every sentence.
        const cut = shorten(frame.blocks)
        if (!cut) frame.blocks = []
        return { index, html: frame.blocks.map((block) => blockHtml(block, frame, pictures, issue.style.gap)).join('') }
      })
      await page.evaluate((all) => {
        for (const { index, html } of all) document.querySelector(`[data-frame="${index}"] > .columns`)!.innerHTML = html
      }, contents)
    }
    for (const frame of issue.frames) if (frame.kind === 'flow' && frame.open) breakOff(frame.blocks)
    const html = documentOf(issue, pictures)
    await page.setContent(html)
    const boxes = await page.evaluate(() =>
      [...document.querySelectorAll('.flow')].map((flow) => {
        const sheet = flow.parentElement!.getBoundingClientRect()
        const figures = [...flow.querySelectorAll('figure img')].map((image) => image.getBoundingClientRect())
        const toPoints = 0.75
        return {
          index: Number((flow as HTMLElement).dataset.frame),
          figures: figures.map(({ left, top, width, height }) => ({
            x: (left - sheet.left) * toPoints,
            y: (top - sheet.top) * toPoints,
            width: width * toPoints,
            height: height * toPoints,
          })),
        }
      }),
    )
    for (const { index, figures } of boxes) {
      const frame = issue.frames[index]!
      if (frame.kind !== 'flow') continue
      for (const [place, block] of frame.blocks.filter(({ role }) => role === 'figure').entries()) block.box = figures[place]
    }
    return {
      html,
      pdf: await page.pdf({
        preferCSSPageSize: true,
        printBackground: true,
        tagged: issue.tagged,
        outline: issue.tagged && issue.outline,
      }),
    }
  } finally {
    await page.close()
  }
}

/** Prints the HTML with weasyprint. Throws if it is not installed. */
export async function printWithWeasyprint(html: string): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'pages-'))
  try {
    await writeFile(join(folder, 'issue.html'), html)
    await promisify(execFile)('weasyprint', ['-q', join(folder, 'issue.html'), join(folder, 'issue.pdf')])
    return await readFile(join(folder, 'issue.pdf'))
  } finally {
    await rm(folder, { recursive: true })
  }
}
