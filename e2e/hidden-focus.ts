import { expect, type Page } from '@playwright/test'

export const DESKTOP = { width: 1440, height: 900 }
export const PHONE = { width: 360, height: 740 }
/** A desktop whose text is enlarged to 400 %. */
export const ENLARGED = { width: 320, height: 256 }

/**
 * Expects that fixed elements such as the cookie banner leave the focused control of the open page visible in every window, and
 * that the banner takes at most a third of the window.
 */
export async function expectFocusVisible(page: Page, path: string): Promise<void> {
  for (const viewport of [DESKTOP, PHONE, ENLARGED]) {
    await page.setViewportSize(viewport)
    await expectFocusVisibleNow(page, path)
  }
}

/** Expects the same in the present window. */
export async function expectFocusVisibleNow(page: Page, path: string): Promise<void> {
  const { width, height } = page.viewportSize()!
  // The document of an issue has no banner, but bars.
  const { bannerHeight, hasBars } = await page.evaluate(async () => {
    // The reader learns of its new size in the next frame, and is laid out in the one after.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return {
      bannerHeight: document.querySelector('[data-banner]')?.getBoundingClientRect().height,
      hasBars: document.querySelector('[data-bar]') !== null,
    }
  })
  if (bannerHeight !== undefined) expect(bannerHeight).toBeLessThanOrEqual(height / 3 + 1)
  else if (!hasBars) return
  expect.soft(await hiddenControls(page), `${path} at ${width}×${height}`).toEqual([])
}

/** Focuses each control, in order, and returns the names of those hidden below fixed elements (WCAG 2.4.11). */
function hiddenControls(page: Page): Promise<string[]> {
  return page.evaluate(async (atEachEnd) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    const hidden: string[] = []
    const all = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
    // All cards between the first and the last controls of a long page are alike.
    const controls = all.length > 2 * atEachEnd ? [...all.slice(0, atEachEnd), ...all.slice(-atEachEnd)] : all
    for (const control of controls) {
      if (!control.checkVisibility({ visibilityProperty: true }) || control.matches(':disabled, [type="hidden"]')) continue
      control.focus()
      if (document.activeElement !== control) continue
      // Waits for the smooth scrolling of pages and rows of covers.
      for (let before = Number.NaN, still = 0; !isStill && still < 2; ) {
        await frame()
        const { left, top } = control.getBoundingClientRect()
        still = left + top === before ? still + 1 : 0
        before = left + top
      }
      // The link to more issues disappears when they are loaded.
      if (document.activeElement !== control) continue
      // A hidden checkbox is drawn by its label, so the position of the label counts.
      const { width, height } = control.getBoundingClientRect()
      const seen = width > 2 && height > 2 ? control : (control.closest('li, label, div') ?? control)
      const points = [...seen.getClientRects()].flatMap(({ left, top, width, height }) =>
        [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [left + width * x, top + height * y] as const)),
      )
      const isClear = ([x, y]: readonly [number, number]) => {
        const there = document.elementFromPoint(x, y)
        const over = there?.closest('[data-banner], nav[data-fixed], [data-bar], [data-notice], [data-support-bar]')
        return there !== null && (!over || over.contains(control))
      }
      if (!points.some(isClear))
        hidden.push(`${control.tagName} ${control.getAttribute('aria-label') ?? control.textContent?.trim().slice(0, 30)}`)
    }
    return hidden
  }, 15)
}
