import type { ReactNode } from 'react'
import type { Text } from './use-text.ts'

/** A confirmation question; omitted parts use the default texts. */
export type Question = { title?: string; content?: ReactNode; no?: string; yes?: string; confirmOnly?: boolean }
/** Asks for confirmation; resolves when confirmed, rejects with `NotConfirmed` otherwise. */
export type Confirm = (question?: Question) => Promise<void>

export class NotConfirmed extends Error {}

/**
 * Asks one question at a time: `show` receives the question, or null once it is answered. A new question declines the open
 * one.
 */
export function createConfirm(show: (question: Question | null) => void): { confirm: Confirm; answer(confirmed: boolean): void } {
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

/** Returns the texts of the dialog, by default Sure, Confirm, No and Yes; only OK if there is nothing to decide. */
export function wordsOf(question: Question, t: Text): { title: string; content: ReactNode; no: string | null; yes: string } {
  return {
    title: question.title ?? t('DIALOG.SURE'),
    content: question.content ?? t('DIALOG.CONFIRM'),
    no: question.confirmOnly ? null : (question.no ?? t('DIALOG.NO')),
    yes: question.yes ?? t(question.confirmOnly ? 'DIALOG.OK' : 'DIALOG.YES'),
  }
}
