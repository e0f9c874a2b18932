import { takedownArticles } from '@kiosk/contract/desk-routes'
import type { TakedownArticle } from '@kiosk/domain/staff/takedown-endpoints'
import { deskClient } from './desk-client.ts'
import { useAnswer } from './use-answer.ts'

/** Returns the articles of an issue; null until they are loaded. */
export function useArticles(uid: string | null): readonly TakedownArticle[] | null {
  const { answer } = useAnswer(uid, (of, signal) =>
    deskClient.call(takedownArticles, { params: { uid: of } }, { signal }).then(({ articles }) => ({ uid: of, articles })),
  )
  return answer !== null && answer.uid === uid ? answer.articles : null
}
