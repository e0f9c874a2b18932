import type { ApiClient } from '@kiosk/api-client/api-client'
import { campaignDetails, issueDetail } from '@kiosk/contract/routes'
import type { IssueDetails } from '@kiosk/domain/catalogue/endpoints'
import { apiErrorIn } from '../api-error.ts'

/** Time after which the page renders without details. */
export const DETAILS_TIMEOUT_MS = 3_000

/**
 * Returns the details of an issue, with a campaign's texts if the address names one (else the defaults). Null on an error or
 * timeout; the page then renders without them.
 */
export async function loadDetails(
  api: Pick<ApiClient, 'call'> & { incomplete?: boolean },
  uid: string,
  campaign: string | undefined,
): Promise<IssueDetails | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(() => {
      // This page lacks the details; do not cache it for others.
      api.incomplete = true
      resolve(null)
    }, DETAILS_TIMEOUT_MS)
  })
  try {
    return await Promise.race([detailsOf(api, uid, campaign), tooLate])
  } finally {
    clearTimeout(timer)
  }
}

async function detailsOf(api: Pick<ApiClient, 'call'>, uid: string, campaign: string | undefined): Promise<IssueDetails | null> {
  const ownWords = campaign
    ? await rejectedIsNull(api.call(campaignDetails, { params: { campaignKey: campaign }, query: { issue: uid } }))
    : null
  if (ownWords?.details) return { details: ownWords.details, readersReadIssues: ownWords.readersReadIssues ?? { issues: [] } }
  return rejectedIsNull(api.call(issueDetail, { params: { uid } }))
}

function rejectedIsNull<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch((thrown: unknown) => {
    if (apiErrorIn(thrown)) return null
    throw thrown
  })
}
