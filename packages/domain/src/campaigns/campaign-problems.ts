import type { z } from 'zod'

/** What can be wrong with a part of a campaign; the texts are the messages `CAMPAIGN_FAULT.…`. */
const PROBLEMS = [
  'colour',
  'day',
  'market',
  'ownPath',
  'count',
  'months',
  'price',
  'plan',
  'stars',
  'code',
  'utmName',
  'key',
  'planNotSold',
  'lowersNothing',
  'contrast',
  'regionTwice',
  'voucherCodeTwice',
  'endsBeforeBegin',
  // Conflicts with other campaigns, vouchers and pages.
  'keyTaken',
  'pathDead',
  'pathOwn',
  'over',
  'voucherOfKind',
  'voucherOfCampaign',
  // Problems of any part.
  'missing',
  'tooShort',
  'tooLong',
  'tooMany',
  'choice',
  'unknown',
  'wrongKind',
  'unreadable',
] as const
type CampaignProblem = (typeof PROBLEMS)[number]

/** A fault of a campaign. `path`: `words.fr.headline`, or empty for the whole file. */
export type CampaignFault = { path: string; problem: CampaignProblem; values?: Record<string, string | number> }

const problems: ReadonlySet<string> = new Set(PROBLEMS)
const isProblem = (message: string): message is CampaignProblem => problems.has(message)

type Issue = z.core.$ZodIssue

/** Returns the faults that the schema found. The issues must contain the input (`reportInput`). */
export function faultsOf(issues: readonly Issue[]): CampaignFault[] {
  return issues.flatMap((issue): CampaignFault[] => {
    const path = issue.path.join('.')
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ path: [path, key].filter(Boolean).join('.'), problem: 'unknown' }))
    return [{ path, ...problemOf(issue) }]
  })
}

function problemOf(issue: Issue): Omit<CampaignFault, 'path'> {
  const { input } = issue
  if (input === undefined || (typeof input === 'string' && input.trim() === '')) return { problem: 'missing' }
  // The issue of a record's key is inside the issue of the record.
  const message = issue.code === 'invalid_key' ? (issue.issues[0]?.message ?? issue.message) : issue.message
  if (isProblem(message)) {
    const { params } = issue as { params?: CampaignFault['values'] }
    return { problem: message, ...(params && { values: params }) }
  }
  if (issue.code === 'too_small')
    return issue.origin === 'array' ? { problem: 'missing' } : { problem: 'tooShort', values: { least: Number(issue.minimum) } }
  if (issue.code === 'too_big')
    return { problem: issue.origin === 'array' ? 'tooMany' : 'tooLong', values: { most: Number(issue.maximum) } }
  if (issue.code === 'invalid_value') return { problem: 'choice', values: { choices: issue.values.join(', ') } }
  return { problem: 'wrongKind' }
}
