import { type Location, useBlocker } from 'react-router'
import { DiscardDialog } from '../pieces/dialog.tsx'
import { hasUnsavedChanges } from './use-leave-warning.ts'

/** State of a move to another page after which nothing is left to save: the edited thing was deleted. */
export const NOTHING_TO_SAVE = { hasNothingToSave: true }

const addressOf = ({ pathname, search }: Location) => pathname + search

/** Asks before a page with unsaved changes is left for another one of the desk. */
export function LeaveDialog() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasUnsavedChanges() &&
      addressOf(currentLocation) !== addressOf(nextLocation) &&
      nextLocation.state?.hasNothingToSave !== true,
  )
  if (blocker.state !== 'blocked') return null
  return <DiscardDialog onStay={() => blocker.reset()} onDiscard={() => blocker.proceed()} />
}
