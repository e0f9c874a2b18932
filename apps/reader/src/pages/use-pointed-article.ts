import type { Contents } from '@kiosk/domain/reading/endpoints'
import type { PointerEvent, RefObject } from 'react'
import { articleAt } from '../article/article-at.ts'
import type { Point } from './zoom.ts'

/** Finds the article at a point of the stage, and highlights one. */
export function usePointedArticle(stage: RefObject<HTMLElement | null>, articles: Contents['articles']) {
  /** @param point relative to the stage. Pixels. */
  function articleUnder(target: Element, point: Point): string | null {
    const page = target.closest<HTMLElement>('[data-page]')
    const box = stage.current?.getBoundingClientRect()
    if (!page || !box) return null
    const { left, top, width, height } = page.getBoundingClientRect()
    const at = { x: (point.x + box.left - left) / width, y: (point.y + box.top - top) / height }
    return articleAt(articles, Number(page.dataset.page), at)
  }

  /** Highlights all columns of an article; null: of none. */
  function highlight(id: string | null) {
    for (const each of stage.current?.querySelectorAll('[data-article]') ?? [])
      each.toggleAttribute('data-hovered', id !== null && each.getAttribute('data-article') === id)
  }

  /** Finds the article from the mouse position: words cover the article regions and would swallow hover events. */
  function hover(event: PointerEvent) {
    if (event.pointerType !== 'mouse') return
    const box = event.currentTarget.getBoundingClientRect()
    const at = { x: event.clientX - box.left, y: event.clientY - box.top }
    highlight(event.buttons ? null : articleUnder(event.target as Element, at))
  }

  return { articleUnder, hover, highlight }
}
