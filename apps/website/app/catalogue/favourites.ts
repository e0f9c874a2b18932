import { addFavourite, favourites, removeFavourite } from '@kiosk/contract/routes'
import { addressOf } from '@kiosk/domain/addresses'
import { decodedCookieIn } from '@kiosk/domain/cookies'
import { isFetchedAhead } from '@kiosk/domain/fetched-ahead'
import { HOUR_SECONDS } from '@kiosk/domain/time'
import { data, redirect } from 'react-router'
import { orApiError } from '../api-error.ts'
import { shortLivedCookie } from '../shell/cookies.ts'
import type { ReaderLookup, RequestContext } from '../shell/request-context.ts'

/** Cookie with the key of a title that a signed-out visitor wants to follow; its page adds it after the login. */
const COOKIE = 'after-sign-in'

/** Whether a title is one of the reader's favourites, for the slots of its page. */
export type Following = { favourite: 'yes' | 'no' }

/**
 * Returns whether a title is one of the reader's favourites; null = signed out, or the page is for many readers. If the reader
 * asked for it before signing in, the title is added first; `headers` then delete the cookie that remembered it.
 */
export async function following(
  ctx: RequestContext,
  request: Request,
  magazinekey: string,
): Promise<{ following: Following | null; headers: [string, string][] }> {
  const { call, who, publicUrl } = ctx
  if ((await who()).state === 'anonymous') return { following: null, headers: [] }
  const isAwaited = decodedCookieIn(request.headers.get('cookie'), COOKIE) === magazinekey
  if (isAwaited && !isFetchedAhead(request.headers)) {
    const { apiError } = await orApiError(call(addFavourite, { params: { magazinekey } }))
    const headers: [string, string][] = [['set-cookie', shortLivedCookie(COOKIE, '', '/', 0, publicUrl)]]
    if (!apiError) return { following: { favourite: 'yes' }, headers }
  }
  return { following: await ctx.ofReader(isFavourite, magazinekey), headers: [] }
}

/** Asks whether a title is one of the signed-in reader's favourites; false if the API fails. */
const isFavourite: ReaderLookup<Following> = async ({ call }, _, magazinekey) => {
  const { answer } = await orApiError(call(favourites))
  return { favourite: answer?.some(({ key }) => key === magazinekey) ? 'yes' : 'no' }
}

/**
 * Adds a title to the reader's favourites (`favourite` = yes) or removes it. A signed-out visitor signs in first; the page
 * `request` was sent to then adds the title.
 */
export async function favouriteAction(ctx: RequestContext, request: Request, form: FormData) {
  const magazinekey = String(form.get('title') ?? '')
  const { pathname, search } = new URL(request.url)
  const here = pathname + search
  if ((await ctx.who()).state === 'anonymous') {
    const cookie = shortLivedCookie(COOKIE, magazinekey, '/', HOUR_SECONDS, ctx.publicUrl)
    return redirect(addressOf('login', { redirect: here }), { headers: { 'set-cookie': cookie } })
  }
  const route = form.get('favourite') === 'yes' ? addFavourite : removeFavourite
  const { apiError } = await orApiError(ctx.call(route, { params: { magazinekey } }))
  return apiError ? data({ apiError }, { status: apiError.status }) : redirect(here)
}
