import { issue as issueCall } from '@kiosk/domain/catalogue/endpoints'
import { access as accessCall, contents as contentsCall } from '@kiosk/domain/reading/endpoints'
import type { LoaderFunctionArgs } from 'react-router'
import { refusalIn } from '../../refusal.ts'
import { visitOf } from '../../shell/visit.ts'
import { feedAnswer, notFound } from './feed-answer.ts'
import { manifestDocument } from './manifest-document.ts'
import { MANIFEST_TYPE } from './opds.ts'

/** `/opds/issues/{uid}/manifest.json`: what a reader of other makers shows of an issue to the one who asks. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const visit = visitOf(context)
  const given = { params: { uid: params.uid ?? '' } }
  try {
    const [issue, contents, access] = await Promise.all([
      visit.call(issueCall, given),
      visit.call(contentsCall, given),
      visit.call(accessCall, given),
    ])
    const { language, operator, publicUrl, webapp } = visit
    const document = manifestDocument({ issue, contents, access }, { publicUrl, webapp, language, siteName: operator.siteName })
    return feedAnswer(request, JSON.stringify(document), MANIFEST_TYPE)
  } catch (thrown) {
    const status = refusalIn(thrown)?.status
    if (status === 400 || status === 404) return notFound()
    throw thrown
  }
}
