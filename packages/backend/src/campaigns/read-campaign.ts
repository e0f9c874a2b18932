import type { Campaign } from '@kiosk/domain/campaigns/campaign'
import { CampaignInput } from '@kiosk/domain/campaigns/campaign-input'
import { type CampaignFault, faultsOf } from '@kiosk/domain/campaigns/campaign-problems'
import type { Language } from '@kiosk/domain/locale'
import { deskErrorMessages } from '@kiosk/i18n/messages/desk-errors'
import { t } from '@kiosk/i18n/translate'
import { type Document, Lexer, parseDocument, visit } from 'yaml'
import { NOT_STORED } from '../db/not-stored.ts'
import { DEEPEST_LEVELS, isNestedDeeper } from '../nesting.ts'

const CALL_STACK_EXCEEDED = 'Maximum call stack size exceeded'
const TOO_DEEP = `it is nested deeper than ${DEEPEST_LEVELS} levels`

/** `value`: the contents of the file, even if they are not a campaign; undefined = it cannot be read. */
type ReadCampaign = { value: unknown } & ({ campaign: Campaign; faults: null } | { campaign: null; faults: CampaignFault[] })

/** Parses a YAML or JSON file as a campaign, or returns every fault. */
export function readCampaign(text: string): ReadCampaign {
  const unreadable = (messages: readonly string[]): ReadCampaign => {
    const faults = messages.map((message) => {
      return { path: '', problem: 'unreadable' as const, values: { message: message.split('\n')[0]! } }
    })
    return { value: undefined, campaign: null, faults }
  }
  if (hasTooManyBrackets(text)) return unreadable([TOO_DEEP])
  // The parser would compare each key with all others.
  const document = parseDocument(text, { uniqueKeys: false })
  // Lists nested without brackets: the parser reports an overflow of its call stack, once for each level on the way back.
  if (document.errors.some(({ message }) => message.startsWith(CALL_STACK_EXCEEDED))) return unreadable([TOO_DEEP])
  if (document.errors.length > 0) return unreadable(document.errors.map(({ message }) => message))
  const repeated = repeatedKeys(document)
  if (repeated.length > 0) return unreadable(repeated.map((key) => `the key “${key}” occurs twice`))
  let json: string | undefined
  try {
    json = JSON.stringify(document.toJS({ maxAliasCount: 100 }))
  } catch (error) {
    // Too many aliases; an alias that contains itself; too many levels.
    if (error instanceof ReferenceError) return unreadable(['too many aliases of aliases'])
    if (error instanceof TypeError) return unreadable(['an alias refers to a value that contains it'])
    if (error instanceof RangeError) return unreadable([TOO_DEEP])
    throw error
  }
  if (json === undefined) return { value: undefined, ...checkedCampaign(undefined) }
  if (NOT_STORED.test(json)) return unreadable(['it contains a character that cannot be stored'])
  const value: unknown = JSON.parse(json)
  if (isNestedDeeper(value)) return unreadable([TOO_DEEP])
  return { value, ...checkedCampaign(value) }
}

/** The parser's time grows with the square of the depth of brackets. */
function hasTooManyBrackets(text: string): boolean {
  let depth = 0
  for (const token of new Lexer().lex(text)) {
    if (token === '[' || token === '{') depth++
    else if (token === ']' || token === '}') depth--
    if (depth > DEEPEST_LEVELS) return true
  }
  return false
}

function repeatedKeys(document: Document.Parsed): string[] {
  const repeated: string[] = []
  visit(document, {
    Map(_, { items }) {
      const known = new Set<string>()
      for (const { key } of items) {
        const name = String(key)
        if (known.has(name)) repeated.push(name)
        known.add(name)
      }
    },
  })
  return repeated
}

/** Checks a campaign without its conflicts with others. */
export function checkedCampaign(
  value: unknown,
): { campaign: Campaign; faults: null } | { campaign: null; faults: CampaignFault[] } {
  const read = CampaignInput.safeParse(value, { reportInput: true })
  return read.success ? { campaign: read.data, faults: null } : { campaign: null, faults: faultsOf(read.error.issues) }
}

/** Returns what is wrong, in a language. */
export function faultText({ problem, values }: CampaignFault, language: Language): string {
  return t(deskErrorMessages[language], `CAMPAIGN_FAULT.${problem}`, values, language)
}

/** Returns a fault with its place in the file, for the command line: `words.fr.headline: …`. */
export const faultLine = (fault: CampaignFault): string => `${fault.path || 'file'}: ${faultText(fault, 'en')}`
