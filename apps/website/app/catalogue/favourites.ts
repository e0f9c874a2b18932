import { addFavourite, favourites, removeFavourite } from '@kiosk/domain/accounts/endpoints'
import { data } from 'react-router'
import { orRefusal } from '../refusal.ts'
import type { Visit } from '../shell/visit.ts'

/** Whether a title is one of the reader's magazines; null = signed out, or not to be known just now. */
export async function isFavourite({ call, who }: Visit, magazinekey: string): Promise<boolean | null> {
  if ((await who()).state === 'anonymous') return null
  const { answer } = await orRefusal(call(favourites))
  return answer?.some(({ key }) => key === magazinekey) ?? false
}

/** Makes a title one of the reader's magazines (`favourite` = yes), or takes it off. */
export async function favouriteAction({ call }: Visit, form: FormData) {
  const params = { magazinekey: String(form.get('title') ?? '') }
  const { refusal } = await orRefusal(call(form.get('favourite') === 'yes' ? addFavourite : removeFavourite, { params }))
  return refusal ? data({ refusal }, { status: refusal.status }) : { refusal: null }
}
