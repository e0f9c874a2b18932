import { article as articleCall } from '@kiosk/contract/routes'
import { escapeXml } from '@kiosk/domain/escape-xml'
import type { LoaderFunctionArgs } from 'react-router'
import { requestContext } from '../../shell/request-context.ts'
import { feedAnswer } from './feed-response.ts'
import { opdsResponse, rejectOpdsRequest } from './opds-response.ts'

/** Serves `/opds/issues/{uid}/articles/{id}`: an article's text as a plain page, for readers with access to all of it. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  return opdsResponse(ctx, async () => {
    const options = { params: { issueUid: params.uid ?? '', issueArticleId: params.article ?? '' } }
    const { headline, byline, language, html, whole } = await ctx.call(articleCall, options)
    if (!whole) return rejectOpdsRequest(ctx, request, null)
    const author = byline && `<p>${escapeXml(byline)}</p>\n`
    const page = `<!doctype html>
<html lang="${escapeXml(language)}">
<head><meta charset="utf-8"><title>${escapeXml(headline)}</title></head>
<body><article>
<h1>${escapeXml(headline)}</h1>
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
