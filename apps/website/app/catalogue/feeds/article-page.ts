import { article as articleCall } from '@kiosk/domain/reading/endpoints'
import type { LoaderFunctionArgs } from 'react-router'
import { visitOf } from '../../shell/visit.ts'
import { feedAnswer } from './feed-answer.ts'
import { answerToProgram, refuseToProgram } from './program-answer.ts'
import { xml } from './xml.ts'

/** `/opds/issues/{uid}/articles/{id}`: the text of an article as a plain page, for those who may read it whole. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const visit = visitOf(context)
  return answerToProgram(visit, async () => {
    const given = { params: { issueUid: params.uid ?? '', issueArticleId: params.article ?? '' } }
    const { headline, byline, language, html, whole } = await visit.call(articleCall, given)
    if (!whole) return refuseToProgram(visit, request, null)
    const author = byline && `<p>${xml(byline)}</p>\n`
    const page = `<!doctype html>
<html lang="${xml(language)}">
<head><meta charset="utf-8"><title>${xml(headline)}</title></head>
<body><article>
<h1>${xml(headline)}</h1>
${author}${html}
</article></body>
</html>
`
    const answer = feedAnswer(request, page, 'text/html')
    answer.headers.set(
      'content-security-policy',
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    answer.headers.set('x-robots-tag', 'noindex')
    return answer
  })
}
