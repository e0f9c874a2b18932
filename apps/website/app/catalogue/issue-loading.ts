import { campaignDetails } from '@kiosk/domain/campaigns/endpoints'
import { type IssueDetails, issueDetail } from '@kiosk/domain/catalogue/endpoints'
import type { ApiClient } from '../api-client.ts'
import { refusalIn } from '../refusal.ts'

/** How long the page waits for details before it stands without them. Milliseconds. */
export const DETAILS_PATIENCE = 3_000

/**
 * Details of an issue, in a campaign's words where the address names one (on any refusal the normal ones); null where
 * they can't be had in time, because cover and title stand without them.
 */
export async function loadDetails(
  api: Pick<ApiClient, 'call'> & { lacking?: boolean },
  uid: string,
  campaign: string | undefined,
): Promise<IssueDetails | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(() => {
      // This visitor does without; the next one need not.
      api.lacking = true
      resolve(null)
    }, DETAILS_PATIENCE)
  })
  try {
    return await Promise.race([detailsOf(api, uid, campaign), tooLate])
  } finally {
    clearTimeout(timer)
  }
}

async function detailsOf(api: Pick<ApiClient, 'call'>, uid: string, campaign: string | undefined): Promise<IssueDetails | null> {
  const ownWords = campaign
    ? await refusedIsNull(api.call(campaignDetails, { params: { campaignKey: campaign }, query: { issue: uid } }))
    : null
  if (ownWords?.details) return { details: ownWords.details, readersReadIssues: ownWords.readersReadIssues ?? { issues: [] } }
  return refusedIsNull(api.call(issueDetail, { params: { uid } }))
}

function refusedIsNull<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch((thrown: unknown) => {
    if (refusalIn(thrown)) return null
    throw thrown
  })
}
