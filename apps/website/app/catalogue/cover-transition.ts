import { useEffect } from 'react'

/** Name under which the followed cover and the one on the issue page are the same picture. */
export const COVER_TRANSITION = 'issue-cover'

/** Gives the name to the cover that is being followed, and to no other: where it can, the browser moves it over. */
export function useFollowedCovers(): void {
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const picture = (event.target as Element | null)?.closest('[data-issue] a')?.querySelector('img')
      if (!picture) return
      for (const other of document.querySelectorAll<HTMLElement>('img[style*="view-transition-name"]')) {
        other.style.removeProperty('view-transition-name')
      }
      picture.style.setProperty('view-transition-name', COVER_TRANSITION)
    }
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [])
}
