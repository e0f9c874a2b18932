import { useEffect } from 'react'

/** View transition name shared by the followed cover and the cover of the issue page. */
export const COVER_TRANSITION = 'issue-cover'

/** Gives the transition name to the followed cover only; browsers with view transitions animate it. */
export function useFollowedCovers(): void {
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const image = (event.target as Element | null)?.closest('[data-issue] a')?.querySelector('img')
      if (!image) return
      for (const other of document.querySelectorAll<HTMLElement>('img[style*="view-transition-name"]')) {
        other.style.removeProperty('view-transition-name')
      }
      image.style.setProperty('view-transition-name', COVER_TRANSITION)
    }
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [])
}
