import { Icon } from '@kiosk/ui/icon'
import { useFetcher } from 'react-router'
import { AccountField } from '../shell/account-field.tsx'
import { useText } from '../shell/use-text.ts'
import style from './favourite-button.module.css'

/**
 * Button that adds a title to the favourites ("my magazines") or removes it; the page `here` handles its form. Signed-out
 * visitors sign in first; the title is added when they are back.
 */
export function FavouriteButton({
  here,
  title,
  magazinekey,
  saved,
}: {
  here: string
  title: string
  magazinekey: string
  saved: boolean | null
}) {
  const t = useText()
  const fetcher = useFetcher()
  const words = (on: boolean) => t(on ? 'ISSUE.FAVOURITE_OFF' : 'ISSUE.FAVOURITE')
  if (saved === null) {
    return (
      <form method="post" action={here}>
        <input type="hidden" name="title" value={magazinekey} />
        <button type="submit" name="favourite" value="yes" className={`button quiet ${style.heart}`}>
          <Icon name="heart" />
          {words(false)}
        </button>
      </form>
    )
  }
  const on = fetcher.formData ? fetcher.formData.get('favourite') === 'yes' : saved
  return (
    <fetcher.Form method="post" action={here}>
      <AccountField />
      <input type="hidden" name="title" value={magazinekey} />
      <button
        type="submit"
        name="favourite"
        value={on ? 'no' : 'yes'}
        className={`button quiet ${style.heart}`}
        data-on={on || undefined}
        aria-label={`${words(on)}: ${title}`}
        aria-disabled={fetcher.state !== 'idle' || undefined}
        onClick={(event) => {
          if (fetcher.state !== 'idle') event.preventDefault()
        }}
      >
        <Icon name="heart" />
        {words(on)}
      </button>
    </fetcher.Form>
  )
}
