import { dirname, join, normalize, sep } from 'node:path'
import { METS } from '../limits.ts'
import { oneLine } from '../metadata/sidecar.ts'
import { readXml } from './read-xml.ts'

/** An article of a METS file: its parts are blocks of ALTO or PAGE files, in reading order. */
type MetsArticle = { headline: string; parts: MetsPart[] }
type MetsPart = { file: string; block: string; heading: boolean }
export type Mets = {
  /** Text files (ALTO or PAGE) in the order of pages. */
  textFiles: string[]
  articles: MetsArticle[]
}

type Division = { type: string; article: MetsArticle | null }

const ARTICLE = /^(article|chapter|letter|poem|serial|obituary|advertisement|advertisement_group)$/i
/** Returns the headline in a label; '' if a program made the label: "untitled", or the first words with three dots. */
function headlineOf(label: string): string {
  const line = oneLine(label.slice(0, METS.headline).toWellFormed())
  return /^untitled/i.test(line) || line.endsWith('...') ? '' : line
}

/** Reads the pages and articles of a METS file. Ignores files outside its folder. @throws Error with a message of one line */
export async function readMets(path: string): Promise<Mets> {
  const folder = dirname(path)
  const files = new Map<string, string>()
  const pages: { order: number; file: string }[] = []
  const articles: MetsArticle[] = []
  const divisions: Division[] = []
  let structure: 'logical' | 'physical' | null = null
  let fileId = ''
  let pageOrder = 0
  let parts = 0

  await readXml(path, {
    opens({ name, attributes }) {
      if (name === 'file') fileId = attributes.ID ?? ''
      else if (name === 'FLocat') noteFile(attributes.href)
      else if (name === 'structMap') structure = structureOf(attributes.TYPE)
      else if (name === 'div') openDivision(attributes)
      else if (name === 'area') noteArea(attributes)
    },
    closes(name) {
      if (name === 'div') divisions.pop()
      else if (name === 'structMap') structure = null
    },
  })

  function structureOf(type = ''): typeof structure {
    if (/logical/i.test(type)) return 'logical'
    return /physical/i.test(type) ? 'physical' : null
  }

  function noteFile(href: string | undefined): void {
    const place = href && normalize(join(folder, decodeURIComponent(href.replace(/^file:\/\/(\.\/)?/, ''))))
    if (place?.startsWith(folder + sep) && /\.xml$/i.test(place)) files.set(fileId, place)
  }

  function openDivision({ TYPE = '', LABEL = '', ORDER }: Record<string, string>): void {
    const outer = divisions.at(-1)?.article ?? null
    let article = outer
    if (structure === 'logical' && !outer && ARTICLE.test(TYPE)) {
      article = { headline: headlineOf(LABEL), parts: [] }
      if (articles.push(article) > METS.articles) throw new Error('it has too many articles')
    }
    if (structure === 'physical' && /^page$/i.test(TYPE)) pageOrder = Number(ORDER) || pages.length + 1
    divisions.push({ type: TYPE, article })
  }

  function noteArea({ FILEID = '', BEGIN = '' }: Record<string, string>): void {
    const file = files.get(FILEID)
    if (!file) return
    if (++parts > METS.parts) throw new Error('it has too many parts of pages')
    if (structure === 'physical') pages.push({ order: pageOrder, file })
    const article = divisions.at(-1)?.article
    const heading = divisions.some(({ type }) => /^(heading|title|headline)$/i.test(type))
    if (structure === 'logical' && article && BEGIN) article.parts.push({ file, block: BEGIN, heading })
  }

  const inOrder = pages.sort((a, b) => a.order - b.order).map(({ file }) => file)
  const named = [
    ...new Set(inOrder.length ? inOrder : [...files].filter(([id]) => /alto|ocr|text/i.test(id)).map(([, file]) => file)),
  ]
  return { textFiles: named, articles: articles.filter(({ parts }) => parts.length > 0) }
}
