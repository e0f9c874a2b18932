import type { Language } from '@kiosk/domain/locale'
import { useState } from 'react'
import { changedLanguages, type Draft, type Drafts, draftsOf, type Shown, trimmed } from './drafts.ts'

/** Manages what is written in each language, and in which one the person writes. */
export function useDrafts(shown: Shown) {
  const [language, setLanguage] = useState<Language>('de')
  const [drafts, setDrafts] = useState<Drafts>(() => draftsOf(shown))
  const [replacing, setReplacing] = useState<(() => void) | null>(null)
  const changed = changedLanguages(drafts, shown)
  return {
    language,
    setLanguage,
    drafts,
    changed,
    write: (part: Partial<Draft>) => setDrafts({ ...drafts, [language]: { ...drafts[language], ...part } }),
    discard: () => setDrafts(draftsOf(shown)),
    /** What is published now is no longer a change; planned editions leave the editor. */
    settle: (published: readonly Language[], isPlanned: boolean) =>
      setDrafts((before) => ({
        ...before,
        ...Object.fromEntries(published.map((of) => [of, isPlanned ? draftsOf(shown)[of] : trimmed(before[of])])),
      })),
    /** Opens a stored text; over a changed draft only once the person agrees. */
    open(of: Language, text: Draft) {
      const replace = () => {
        setLanguage(of)
        setDrafts((before) => ({ ...before, [of]: text }))
        setReplacing(null)
      }
      if (changed.includes(of)) setReplacing(() => replace)
      else replace()
    },
    /** Replaces the changed draft, once the person agrees; null = nothing waits for that. */
    replacing,
    keep: () => setReplacing(null),
  }
}
