import { ConfirmDialog } from '@kiosk/ui/confirm-dialog'
import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react'
import { useText } from './use-text.ts'

export type Question = { title?: string; content?: ReactNode; no?: string; yes?: string; confirmOnly?: boolean }
/** Asks; resolves when confirmed and rejects with `NotConfirmed` when not. */
export type Confirm = (question?: Question) => Promise<void>

export class NotConfirmed extends Error {}

const ConfirmContext = createContext<Confirm>(() => Promise.reject(new NotConfirmed()))

export function useConfirm(): Confirm {
  return useContext(ConfirmContext)
}

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const t = useText()
  const [asked, setAsked] = useState<Question | null>(null)
  const settle = useRef<(confirmed: boolean) => void>(null)
  const confirm = useCallback<Confirm>(
    (question = {}) =>
      new Promise((resolve, reject) => {
        settle.current?.(false)
        settle.current = (confirmed) => {
          settle.current = null
          setAsked(null)
          if (confirmed) resolve()
          else reject(new NotConfirmed())
        }
        setAsked(question)
      }),
    [],
  )
  return (
    <ConfirmContext value={confirm}>
      {children}
      {asked && (
        <ConfirmDialog
          title={asked.title ?? t('DIALOG.SURE')}
          no={asked.confirmOnly ? null : (asked.no ?? t('DIALOG.NO'))}
          yes={asked.yes ?? t(asked.confirmOnly ? 'DIALOG.OK' : 'DIALOG.YES')}
          onAnswer={(confirmed) => settle.current?.(confirmed)}
        >
          {asked.content ?? t('DIALOG.CONFIRM')}
        </ConfirmDialog>
      )}
    </ConfirmContext>
  )
}
