import type { PublishedArticle } from '@kiosk/backend/catalogue/published-article'
import { escapeHtml } from '@kiosk/domain/escape-html'
import { READING_WIDTH_PIXELS } from '@kiosk/domain/reading/limits'
import pMap from 'p-map'
import { placedOutline } from './assemble-issue.ts'
import { findArticles } from './page-model/articles.ts'
import type { Block } from './page-model/blocks.ts'
import type { LayoutBox } from './page-model/layout-witness.ts'
import { orderedPages } from './page-model/ordered-pages.ts'
import type { OrderedPage } from './page-model/placed-line.ts'
import { blocksWithRoles } from './page-model/roles.ts'
import type { Box } from './text/set-line.ts'
import type { Workers } from './workers/workers.ts'

/**
 * Returns an HTML page that shows how a page of a PDF (from 1) is understood: its picture with a box for each block, the role of
 * the block and its place in reading order, and the articles that were found on it. All pages are read, because roles are learned
 * from the whole issue. Where `workers` have a layout model, its boxes are a layer that can be shown and hidden.
 * @throws ImportError if the file cannot be imported; RangeError if there is no such page
 */
export async function inspectPage(path: string, number: number, workers: Workers): Promise<string> {
  const { pages: sizes, outline } = await workers.run('pdfInfo', { path })
  if (number < 1 || number > sizes.length) throw new RangeError(`There is no page ${number}: the file has ${sizes.length}`)
  let picture: Uint8Array | undefined
  const seen = (await workers.layout?.open()) ?? null
  const read = await pMap(
    sizes,
    async (size, index) => {
      const isShown = index === number - 1
      const at = { file: path, page: index + 1 }
      const ask = { path, page: at.page, widths: isShown ? [READING_WIDTH_PIXELS] : [], coverHeights: [], squareSide: seen?.side }
      const { lines, printed, frame, pictures, square } = await workers.run('page', ask)
      const layout = square && (await workers.layout!.boxesOn(square, at))
      if (isShown) picture = pictures[0]
      return { ...size, lines, ...printed, frame, ...(layout && { layout }) }
    },
    { concurrency: workers.processes + 1 },
  )
  const model = orderedPages(read)
  const blocks = blocksWithRoles(model.pages, model.body)[number - 1]!
  const articles = findArticles(model, placedOutline(outline, read)).filter(({ regions }) =>
    regions.some(({ page }) => page === number),
  )
  const rows = articles.map(({ headline, byline, firstPage, lastPage, source }) =>
    [headline, byline, `${firstPage}–${lastPage}`, source].map((cell) => `<td>${escapeHtml(cell)}</td>`).join(''),
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Page ${number}</title>
<style>${STYLE}</style>
<h1>Page ${number}</h1>
<p>Size of the text: ${model.body} points. Boxes are numbered in reading order.</p>
${seen ? `<input type="checkbox" id="layer" checked> <label for="layer">What the layout model (${seen.kind}) sees, dashed</label>` : ''}
<div class="page">
<img alt="" src="data:image/webp;base64,${Buffer.from(picture!).toString('base64')}">
${blocks.map((block, index) => boxOf(block, index + 1, model.pages[number - 1]!)).join('\n')}
${articles.flatMap((article) => picturesOf(article, number)).join('\n')}
${layerOf(model.pages[number - 1]!.layout)}
</div>
<table><tr><th>Headline<th>Authors<th>Pages<th>Found by</tr>
${rows.map((cells) => `<tr>${cells}</tr>`).join('\n')}
</table>
</html>
`
}

const STYLE = `
body { font: 14px/1.4 sans-serif; margin: 1rem }
.page { position: relative; max-width: 1200px }
.page img { width: 100%; display: block }
.page div { position: absolute; border: 1px solid hsl(var(--hue) 80% 40%); background: hsl(var(--hue) 80% 50% / 12%) }
.page span { position: absolute; left: 0; top: 0; font-size: 10px; line-height: 1; color: #fff; background: hsl(var(--hue) 80% 30%) }
#layer:not(:checked) ~ .page .seen { display: none }
.page .seen { --hue: 50; border: 2px dashed; background: none }
.page .seen span { left: auto; right: 0 }
td, th { text-align: left; padding: 0 1rem 0 0 }`

/** Angle of the colour of each role, in degrees. */
const HUES: Record<Block['role'], number> = {
  headline: 0,
  kicker: 20,
  deck: 40,
  byline: 60,
  body: 210,
  crosshead: 330,
  quotation: 280,
  caption: 120,
  credit: 140,
  table: 160,
  code: 200,
  jump: 180,
  jumped: 180,
  label: 90,
  contents: 240,
  advertisement: 90,
  furniture: 240,
}

/** Returns the boxes of a layout model, dashed, each with its label and the model's score. */
function layerOf(boxes: readonly LayoutBox[]): string {
  return boxes
    .map(({ label, role, score, ...box }) => {
      const title = escapeHtml(`${label}: ${role ?? 'nothing'}, ${Math.round(score * 100)} % sure`)
      return `<div class="seen" style="${styleOf(box)}" title="${title}"><span>${escapeHtml(label)} ${score.toFixed(2)}</span></div>`
    })
    .join('\n')
}

const styleOf = ({ x, y, width, height }: Box) => {
  const [left, top, wide, high] = [x, y, width, height].map((share) => `${(share * 100).toFixed(2)}%`)
  return `left:${left};top:${top};width:${wide};height:${high}`
}

/** Returns boxes around the pictures of an article, each with what is known about it. */
function picturesOf({ headline, pictures = [] }: PublishedArticle, number: number): string[] {
  return pictures
    .filter(({ page }) => page === number)
    .map(({ x, y, width, height, caption, credit }) => {
      const title = escapeHtml([headline, caption, credit].filter(Boolean).join(' | '))
      const style = `${styleOf({ x, y, width, height })};--hue:300;border-width:3px`
      return `<div style="${style}" title="${title}"><span>picture of “${escapeHtml(headline.slice(0, 60))}”</span></div>`
    })
}

function boxOf({ role, edges, text, frame, column }: Block, number: number, page: OrderedPage): string {
  const percent = (part: number, whole: number) => `${((part / whole) * 100).toFixed(2)}%`
  const style = [
    `left:${percent(edges.left, page.width)}`,
    `top:${percent(edges.top, page.height)}`,
    `width:${percent(edges.right - edges.left, page.width)}`,
    `height:${percent(edges.bottom - edges.top, page.height)}`,
    `--hue:${HUES[role]}`,
  ]
  const where = `column ${column + 1}${frame === null ? '' : `, frame ${frame + 1}`}`
  return `<div style="${style.join(';')}" title="${escapeHtml(`${where}: ${text.slice(0, 200)}`)}"><span>${number} ${role}</span></div>`
}
