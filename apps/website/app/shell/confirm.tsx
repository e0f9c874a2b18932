import { ConfirmDialog } from '@kiosk/ui/confirm-dialog'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { type Confirm, createConfirm, NotConfirmed, type Question, wordsOf } from './question.ts'
import { useText } from './use-text.ts'

const ConfirmContext = createContext<Confirm>(() => Promise.reject(new NotConfirmed()))

/** Returns a function for handlers: `await confirm({ title, content })` continues only if confirmed. */
export function useConfirm(): Confirm {
  return useContext(ConfirmContext)
}

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const t = useText()
  const [question, setQuestion] = useState<Question | null>(null)
  const [{ confirm, answer }] = useState(() => createConfirm(setQuestion))
  const words = question && wordsOf(question, t)
  return (
    <ConfirmContext value={confirm}>
      {children}
      {words && (
        <ConfirmDialog title={words.title} no={words.no} yes={words.yes} onAnswer={answer}>
          {words.content}
        </ConfirmDialog>
      )}
    </ConfirmContext>
  )
}
