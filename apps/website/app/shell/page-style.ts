// The rules of the style sheet that a page uses. They are written into the page, so that it is painted before the sheet has
// loaded.

/** `needs`: the rule is used if all classes of one of these lists occur in the page. */
type Rule = { text: string; needs: readonly (readonly string[])[] }
/** Rules within a condition such as `@media`, which is their `opening`; a rule by itself has none. */
type Block = { opening: string; rules: readonly Rule[] }

/** Maximum number of sets of classes whose rules are kept, 30 KB each: pages of one kind have one set or a few. */
const MOST_WRITTEN = 200

/** Returns the rules of a minified style sheet that an HTML page uses, in their order. */
export type UsedRules = (html: readonly string[]) => string

/** Reads a minified style sheet, as the build writes it: without comments, and with no braces in strings. */
export function usedRulesOf(sheet: string): UsedRules {
  const blocks = [...topLevelOf(sheet)].map(blockOf)
  const written = new Map<string, string>()
  return (html) => {
    const lists = listsOfClasses(html)
    const key = [...lists].join('"')
    const known = written.get(key)
    if (known !== undefined) return known
    const classes = new Set([...lists].flatMap((list) => list.split(' ')))
    const isUsed = ({ needs }: Rule) => needs.some((names) => names.every((name) => classes.has(name)))
    const text = blocks.map(({ opening, rules }) => within(opening, rules.filter(isUsed))).join('')
    if (written.size === MOST_WRITTEN) written.clear()
    written.set(key, text)
    return text
  }
}

function within(opening: string, rules: readonly Rule[]): string {
  const text = rules.map((rule) => rule.text).join('')
  return opening && text ? `${opening}{${text}}` : text
}

/** Returns the different values of the attribute `class`. */
function listsOfClasses(html: readonly string[]): Set<string> {
  const lists = new Set<string>()
  for (const piece of html) {
    for (let at = piece.indexOf(CLASS); at !== -1; at = piece.indexOf(CLASS, at)) {
      const start = at + CLASS.length
      at = piece.indexOf('"', start)
      lists.add(piece.slice(start, at))
    }
  }
  return lists
}
const CLASS = ' class="'

/** Yields the rules of a sheet, and the blocks with rules in them. */
function* topLevelOf(sheet: string): Generator<string> {
  let depth = 0
  let start = 0
  for (const { 0: sign, index } of sheet.matchAll(/[{};]/g)) {
    if (sign === '{') depth++
    else if (sign === '}') depth--
    if (depth > 0 || sign === '{') continue
    yield sheet.slice(start, index + 1).trim()
    start = index + 1
  }
}

const HAS_RULES = /^@(media|supports|container|layer)\b/

function blockOf(text: string): Block {
  const opening = text.slice(0, text.indexOf('{'))
  if (!HAS_RULES.test(opening)) return { opening: '', rules: [ruleOf(text)] }
  const inner = text.slice(opening.length + 1, -1)
  return { opening, rules: [...topLevelOf(inner)].map((each) => (HAS_RULES.test(each) ? always(each) : ruleOf(each))) }
}

const always = (text: string): Rule => ({ text, needs: [[]] })

function ruleOf(text: string): Rule {
  if (text.startsWith('@')) return always(text)
  // A class in `:not()` may be missing, and one of the classes in `:is()` is enough.
  let selectors = text.slice(0, text.indexOf('{'))
  for (let before = ''; before !== selectors; ) {
    before = selectors
    selectors = selectors.replace(/\([^()]*\)/g, '')
  }
  return { text, needs: selectors.split(',').map((each) => [...each.matchAll(/\.([\w-]+)/g)].map(([, name]) => name!)) }
}
