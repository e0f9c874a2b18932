import type { ReactNode } from 'react'
import type { Text } from './use-text.ts'

/** What is asked before something happens; everything left out has the house's words. */
export type Question = { title?: string; content?: ReactNode; no?: string; yes?: string; confirmOnly?: boolean }
/** Asks; resolves when confirmed and rejects with `NotConfirmed` when not. */
export type Confirm = (question?: Question) => Promise<void>

export class NotConfirmed extends Error {}

/**
 * One question at a time: `show` gets the question to put on the screen, null when it is answered. Asking again while
 * a question is open is a no to the first.
 */
export function asking(show: (question: Question | null) => void): { confirm: Confirm; answer(confirmed: boolean): void } {
  let settle: ((confirmed: boolean) => void) | null = null
  return {
    confirm: (question = {}) =>
      new Promise((resolve, reject) => {
        settle?.(false)
        settle = (confirmed) => {
          settle = null
          show(null)
          if (confirmed) resolve()
          else reject(new NotConfirmed())
        }
        show(question)
      }),
    answer: (confirmed) => settle?.(confirmed),
  }
}

/** Words of the dialog (section 4): Sure, Confirm, No, Yes; with nothing to decide only OK. */
export function wordsOf(question: Question, t: Text): { title: string; content: ReactNode; no: string | null; yes: string } {
  return {
    title: question.title ?? t('DIALOG.SURE'),
    content: question.content ?? t('DIALOG.CONFIRM'),
    no: question.confirmOnly ? null : (question.no ?? t('DIALOG.NO')),
    yes: question.yes ?? t(question.confirmOnly ? 'DIALOG.OK' : 'DIALOG.YES'),
  }
}
