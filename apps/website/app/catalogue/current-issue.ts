import { magazineDetails } from '@kiosk/contract/routes'
import { addressOf } from '@kiosk/domain/addresses'
import { type LoaderFunctionArgs, redirect } from 'react-router'
import { apiErrorIn } from '../api-error.ts'
import { requestContext } from '../shell/request-context.ts'

/** Redirects `/magazine/{key}` to the title's current issue, or for an unknown title to the catalogue with a message. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  try {
    const { currentIssueUid } = await requestContext(context).call(magazineDetails, {
      params: { magazinekey: params.magazinekey ?? '' },
    })
    return redirect(addressOf('issue', { id: currentIssueUid }))
  } catch (thrown) {
    const status = apiErrorIn(thrown)?.status
    if (status !== 400 && status !== 404) throw thrown
    return redirect(addressOf('catalogue', { unavailable: 1 }))
  }
}
