import { Icon } from '@kiosk/ui/icon'
import { AccountField } from '../shell/account-field.tsx'
import partialForm from '../shell/browser/partial-form.ts?worker&url'
import { useText } from '../shell/use-text.ts'
import style from './favourite-button.module.css'

type Props = {
  /** Address of the page with the button, which handles its form. */
  here: string
  /** Id of the part of that page which contains the button and what depends on it. */
  part: string
  title: string
  magazinekey: string
  /** Null for signed-out visitors. */
  saved: boolean | null
}

/**
 * Button that adds a title to the favourites ("my magazines") or removes it. Signed-out visitors sign in first; the title is added
 * when they are back.
 */
export function FavouriteButton({ here, part, title, magazinekey, saved }: Props) {
  const t = useText()
  const words = t(saved ? 'ISSUE.FAVOURITE_OFF' : 'ISSUE.FAVOURITE')
  return (
    <form method="post" action={here} {...(saved !== null && { 'data-part': part, 'data-script': partialForm })}>
      {saved !== null && <AccountField />}
      <input type="hidden" name="title" value={magazinekey} />
      <button
        type="submit"
        name="favourite"
        value={saved ? 'no' : 'yes'}
        className={`button quiet ${style.heart}`}
        data-on={saved || undefined}
        data-switch
        {...(saved !== null && { 'aria-label': `${words}: ${title}` })}
      >
        <Icon name="heart" />
        {words}
      </button>
    </form>
  )
}
