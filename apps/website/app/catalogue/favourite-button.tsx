import { Icon } from '@kiosk/ui/icon'
import { AccountField } from '../shell/account-field.tsx'
import partialForm from '../shell/browser/partial-form.ts?worker&url'
import { useSlots, When } from '../shell/slots.tsx'
import { useText } from '../shell/use-text.ts'
import { useViewer } from '../shell/viewer.ts'
import style from './favourite-button.module.css'
import type { Following } from './favourites.ts'

type Props = {
  /** Address of the page with the button, which handles its form. */
  here: string
  /** Id of the part of that page which contains the button and what depends on it. */
  part: string
  title: string
  magazinekey: string
  /** Null for signed-out visitors. */
  saved: 'yes' | 'no' | null
}

/**
 * Button that adds a title to the favourites ("my magazines") or removes it. Signed-out visitors sign in first; the title is added
 * when they are back.
 */
export function FavouriteButton({ here, part, title, magazinekey, saved }: Props) {
  return (
    <form method="post" action={here} {...(saved !== null && { 'data-part': part, 'data-script': partialForm })}>
      {saved !== null && <AccountField />}
      <input type="hidden" name="title" value={magazinekey} />
      {saved === null ? (
        <Heart saved={false} />
      ) : (
        (['yes', 'no'] as const).map((each) => (
          <When key={each} value={saved} is={each}>
            <Heart saved={each === 'yes'} title={title} />
          </When>
        ))
      )}
    </form>
  )
}

/** Returns whether the title is a favourite, or the mark for it; null for signed-out visitors. */
export function useFollowing(known: Following | null): Following['favourite'] | null {
  const { state } = useViewer()
  const signedOut = state === 'anonymous'
  const { favourite } = useSlots<Following>(signedOut ? { favourite: 'no' } : known)
  return signedOut ? null : favourite
}

function Heart({ saved, title }: { saved: boolean; title?: string }) {
  const t = useText()
  const words = t(saved ? 'ISSUE.FAVOURITE_OFF' : 'ISSUE.FAVOURITE')
  return (
    <button
      type="submit"
      name="favourite"
      value={saved ? 'no' : 'yes'}
      className={`button quiet ${style.heart}`}
      data-on={saved || undefined}
      data-switch
      {...(title !== undefined && { 'aria-label': `${words}, ${title}` })}
    >
      <Icon name="heart" />
      {words}
    </button>
  )
}
