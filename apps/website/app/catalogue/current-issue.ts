import { addressOf } from '@kiosk/domain/addresses'
import { magazineDetails } from '@kiosk/domain/catalogue/endpoints'
import { type LoaderFunctionArgs, redirect } from 'react-router'
import { refusalIn } from '../refusal.ts'
import { visitOf } from '../shell/visit.ts'

/** `/magazine/{key}` moves to the title's current issue; a title that is not on the shelf, to the catalogue with a word about it. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  try {
    const { currentIssueUid } = await visitOf(context).call(magazineDetails, {
      params: { magazinekey: params.magazinekey ?? '' },
    })
    return redirect(addressOf('issue', { id: currentIssueUid }))
  } catch (thrown) {
    const status = refusalIn(thrown)?.status
    if (status !== 400 && status !== 404) throw thrown
    return redirect(addressOf('catalogue', { unavailable: 1 }))
  }
}
