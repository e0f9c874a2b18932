import { addFavourite, favourites, removeFavourite } from '@kiosk/contract/routes'
import { data } from 'react-router'
import { orApiError } from '../api-error.ts'
import type { RequestContext } from '../shell/request-context.ts'

/** Returns whether a title is one of the reader's favourites; null = signed out. False if the API fails. */
export async function isFavourite({ call, who }: RequestContext, magazinekey: string): Promise<boolean | null> {
  if ((await who()).state === 'anonymous') return null
  const { answer } = await orApiError(call(favourites))
  return answer?.some(({ key }) => key === magazinekey) ?? false
}

/** Adds a title to the reader's favourites (`favourite` = yes) or removes it. */
export async function favouriteAction({ call }: RequestContext, form: FormData) {
  const params = { magazinekey: String(form.get('title') ?? '') }
  const { refusal: apiError } = await orApiError(
    call(form.get('favourite') === 'yes' ? addFavourite : removeFavourite, { params }),
  )
  return apiError ? data({ refusal: apiError }, { status: apiError.status }) : { refusal: null }
}
