import { type Location, useBlocker } from 'react-router'
import { Button } from '../pieces/button.tsx'
import { Buttons } from '../pieces/buttons.tsx'
import { Dialog } from '../pieces/dialog.tsx'
import { hasUnsavedChanges } from './use-leave-warning.ts'
import { useText } from './use-text.tsx'

/** State of a move to another page after which nothing is left to save: the edited thing was deleted. */
export const NOTHING_TO_SAVE = { hasNothingToSave: true }

const addressOf = ({ pathname, search }: Location) => pathname + search

/** Asks before a page with unsaved changes is left for another one of the desk. */
export function LeaveDialog() {
  const t = useText()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasUnsavedChanges() &&
      addressOf(currentLocation) !== addressOf(nextLocation) &&
      nextLocation.state?.hasNothingToSave !== true,
  )
  if (blocker.state !== 'blocked') return null
  return (
    <Dialog title={t('DESK.LEAVE.TITLE')} isOpen onOpenChange={(isOpen) => isOpen || blocker.reset()}>
      <p>{t('DESK.LEAVE.BODY')}</p>
      <Buttons>
        <Button onPress={() => blocker.reset()}>{t('DESK.LEAVE.STAY')}</Button>
        <Button kind="danger" onPress={() => blocker.proceed()}>
          {t('DESK.DISCARD')}
        </Button>
      </Buttons>
    </Dialog>
  )
}
