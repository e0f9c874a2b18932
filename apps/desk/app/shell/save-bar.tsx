import type { ReactNode } from 'react'
import { Button } from '../pieces/button.tsx'
import { Failure } from '../pieces/notice.tsx'
import style from './save-bar.module.css'
import { useLeaveWarning } from './use-leave-warning.ts'
import { useSaveKey } from './use-save-key.ts'
import { useText } from './use-text.tsx'

type Props = {
  count: number
  isPending: boolean
  error: { message: string } | null
  /** Takes back what was saved last; null = there is nothing to take back. */
  onUndo: (() => void) | null
  /** Said after a save or an undo. */
  status: ReactNode
  onSave(): void
  /** The button submits the form around the bar, which saves. */
  isSubmit?: true
  onDiscard(): void
  children?: ReactNode
}

/** Stays at the bottom of the window while there are unsaved changes. Ctrl+S saves. */
export function SaveBar({ count, isPending, error, onUndo, status, onSave, isSubmit, onDiscard, children }: Props) {
  const t = useText()
  useLeaveWarning(count > 0)
  useSaveKey(count > 0 ? onSave : null)
  return (
    <div className={style.bar} data-open={count > 0 || Boolean(status) || undefined}>
      <div role="status">
        {count > 0 ? t('DESK.SHELF.SAVE', { count }) : status}
        {count === 0 && onUndo && (
          <Button kind="bare" onPress={onUndo} isPending={isPending}>
            {t('DESK.UNDO')}
          </Button>
        )}
      </div>
      <Failure error={error} />
      {count > 0 && (
        <div className={style.save}>
          {children}
          <Button kind="quiet" onPress={onDiscard}>
            {t('DESK.DISCARD')}
          </Button>
          <Button
            {...(isSubmit ? { type: 'submit' as const } : { onPress: onSave })}
            isPending={isPending}
            aria-keyshortcuts="Control+S"
          >
            {t('DESK.SAVE')}
          </Button>
        </div>
      )}
    </div>
  )
}
