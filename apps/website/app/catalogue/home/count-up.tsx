import { useEffect, useState } from 'react'

/** Duration and step interval of the count. */
const DURATION_MS = 2000
const STEP_MS = 30
/** Screens that animate the count: large ones without reduced motion. */
const ROOM = '(min-width: 800px) and (min-height: 800px) and (prefers-reduced-motion: no-preference)'

/** A number that counts up once; static without JavaScript, on small screens and for screen readers. */
export function CountUp({ to, language }: { to: number; language: string }) {
  const [shown, setShown] = useState(to)
  useEffect(() => {
    if (!matchMedia(ROOM).matches) return
    let began: number | undefined
    setShown(0)
    const timer = setInterval(() => {
      // Timed from the first step, because a busy device may paint the zero late.
      began ??= performance.now()
      const part = Math.min(1, (performance.now() - began) / DURATION_MS)
      setShown(countAt(to, part))
      if (part === 1) clearInterval(timer)
    }, STEP_MS)
    return () => {
      clearInterval(timer)
      setShown(to)
    }
  }, [to])
  const written = (count: number) => count.toLocaleString(language === 'de' ? 'de-AT' : language)
  return (
    <>
      <span className="unseen">{written(to)}</span>
      <span aria-hidden="true">{written(shown)}</span>
    </>
  )
}

/** Returns the value of the counter, which eases out; `part` is 0 to 1. */
export function countAt(to: number, part: number): number {
  return part >= 1 ? to : Math.floor(to * (1 - (1 - part) ** 3))
}
