import type { Campaign } from '@kiosk/domain/campaigns/campaign'
import { CampaignInput } from '@kiosk/domain/campaigns/campaign-input'
import { type CampaignFault, faultsOf } from '@kiosk/domain/campaigns/campaign-problems'
import type { Language } from '@kiosk/domain/locale'
import { deskErrorMessages } from '@kiosk/i18n/messages/desk-errors'
import { t } from '@kiosk/i18n/translate'
import { parseDocument } from 'yaml'

/** Characters that a JSON column cannot hold: NUL, and half of a pair. As JSON escapes them. */
const NOT_STORED = /\\u(?:0000|d[89a-f]\w\w)/

/** `value`: what the file says, also if that is no campaign; undefined = it cannot be read. */
export type ReadCampaign = { value: unknown } & (
  | { campaign: Campaign; faults: null }
  | { campaign: null; faults: CampaignFault[] }
)

/** Parses a YAML or JSON file as a campaign, or returns every fault. */
export function readCampaign(text: string): ReadCampaign {
  const document = parseDocument(text)
  const unreadable = (errors: readonly Error[]): ReadCampaign => {
    const faults = errors.map(({ message }) => {
      return { path: '', problem: 'unreadable' as const, values: { message: message.split('\n')[0]! } }
    })
    return { value: undefined, campaign: null, faults }
  }
  if (document.errors.length > 0) return unreadable(document.errors)
  let value: unknown
  try {
    value = document.toJS({ maxAliasCount: 100 })
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error
    return unreadable([error])
  }
  if (NOT_STORED.test(JSON.stringify(value) ?? '')) return unreadable([new Error('a character that cannot be stored')])
  return { value, ...checkedCampaign(value) }
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
