import { suggestions } from '@kiosk/contract/routes'
import { addressOf } from '@kiosk/domain/addresses'
import { cacheControl } from '@kiosk/domain/cache-rules'
import { COVER_HEIGHT_PIXELS, LONGEST_TERM_CHARACTERS } from '@kiosk/domain/catalogue/limits'
import { suggestionMessages } from '@kiosk/i18n/messages/suggestions'
import { t } from '@kiosk/i18n/translate'
import { coverAddress } from '@kiosk/ui/cover'
import type { LoaderFunctionArgs } from 'react-router'
import { apiErrorIn } from '../api-error.ts'
import { requestContext } from '../shell/request-context.ts'
import type { SuggestionList } from '../shell/suggestion-list.ts'

/** Serves the suggestions of the search field as JSON: titles, then topics. Without a term there are none. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  const words = ctx.words(suggestionMessages)
  const q = (new URL(request.url).searchParams.get('q') ?? '').trim().slice(0, LONGEST_TERM_CHARACTERS).trim()
  try {
    const { titles, topics } = q === '' ? { titles: [], topics: [] } : await ctx.call(suggestions, { query: { q } })
    const groups = [
      {
        label: t(words, 'SUGGEST.TITLES'),
        suggestions: titles.map(({ name, magazineKey, coverURL }) => ({
          label: name,
          href: addressOf('title', { magazinekey: magazineKey }),
          cover: coverAddress(coverURL, COVER_HEIGHT_PIXELS.carousel),
        })),
      },
      {
        label: t(words, 'SUGGEST.TOPICS'),
        suggestions: topics.map(({ uid, headline }) => ({ label: headline, href: addressOf('topic', { id: uid }) })),
      },
    ]
    const list: SuggestionList = {
      groups: groups.filter((group) => group.suggestions.length > 0),
      count: t(words, 'SUGGEST.COUNT', { count: titles.length + topics.length }, ctx.language),
      recent: t(words, 'SUGGEST.RECENT'),
      forget: t(words, 'SUGGEST.FORGET'),
    }
    return Response.json(list, { headers: { 'cache-control': cacheControl('incompletePage') } })
  } catch (thrown) {
    const apiError = apiErrorIn(thrown)
    if (!apiError) throw thrown
    return Response.json({ code: apiError.code }, { status: apiError.status })
  }
}
