import { type Anchor, type Correction, positionsOf, textHashes } from '@kiosk/backend/catalogue/corrections/apply-corrections'
import type { FormerIssue, Makeup } from '@kiosk/backend/catalogue/learning/issue-makeup'
import type { PublishedArticle } from '@kiosk/backend/catalogue/published-article'
import { plain } from '../articles/headline.ts'
import type { TaughtRole } from '../page-model/habits.ts'
import { isOfNames, KEPT_CHARACTERS } from './makeup.ts'

type Printed = Makeup['lines'][number]
/**
 * What the corrections of an issue say about its printed lines. `roles`: the role of a line, with the words before the names in a
 * line of authors; `sections`: headlines that a person replaced by another printed line; `dropped`: headlines of what is not an
 * article.
 */
type CorrectedLines = {
  roles: { font: number; role: TaughtRole; lead: string }[]
  sections: string[]
  dropped: string[]
}

const LONGEST_SECTION_CHARACTERS = 60

/** Finds the printed lines that people gave another role when they corrected the articles of an issue. */
export function correctedLines({ makeup, corrected }: FormerIssue): CorrectedLines {
  const said: CorrectedLines = { roles: [], sections: [], dropped: [] }
  if (!corrected) return said
  const texts = textHashes(corrected.imported)
  for (const correction of corrected.corrections) {
    const found = positionsOf(correction, corrected.imported, texts, new Map())?.map((position) => corrected.imported[position]!)
    if (found) compare(correction, found, makeup.lines, said)
    // Once the title's other issues have taught that it is dropped, an import no longer contains it.
    else if (correction.isFulfilled) compare(correction, correction.anchors.map(asArticle), makeup.lines, said)
  }
  return said
}

type Replaced = Pick<PublishedArticle, 'headline' | 'byline' | 'firstPage' | 'lastPage'>
const asArticle = ({ headline, firstPage }: Anchor): Replaced => ({ headline, byline: '', firstPage, lastPage: firstPage })

function compare({ results }: Correction, imported: readonly Replaced[], lines: readonly Printed[], said: CorrectedLines): void {
  const first = Math.min(...imported.map(({ firstPage }) => firstPage))
  const last = Math.max(...imported.map(({ lastPage }) => lastPage))
  const printed = lines.filter(({ page }) => page >= first && page <= last)
  const before = new Set(imported.map(({ headline }) => plain(headline)))
  const after = new Set(results.map(({ headline }) => plain(headline)))
  const lineOf = (headline: string) => printed.find(({ text }) => isHeadline(text, headline))
  let isReplaced = false
  for (const { headline, byline } of results) {
    const line = before.has(plain(headline)) ? undefined : lineOf(headline)
    if (line) said.roles.push({ font: line.font, role: 'headline', lead: '' })
    isReplaced ||= line !== undefined
    const names = imported.some((each) => each.byline === byline)
      ? undefined
      : printed.find(({ text }) => isOfNames(text, byline))
    if (names)
      said.roles.push({ font: names.font, role: 'byline', lead: names.text.slice(0, Math.max(0, names.text.indexOf(byline))) })
  }
  for (const { headline } of imported) {
    const line = after.has(plain(headline)) ? undefined : lineOf(headline)
    if (!line) continue
    if (results.length === 0) said.dropped.push(headline)
    else if (imported.length > results.length) said.roles.push({ font: line.font, role: 'crosshead', lead: '' })
    else if (isReplaced && headline.length <= LONGEST_SECTION_CHARACTERS) said.sections.push(headline)
  }
}

/** Whether a printed line, whose beginning is kept, is a headline. */
function isHeadline(text: string, headline: string): boolean {
  const [line, wanted] = [plain(text), plain(headline)]
  return line.length > 0 && (line === wanted || (text.length === KEPT_CHARACTERS && wanted.startsWith(line)))
}
