import { useEffect, useState } from 'react'

/** Section 9: how long a count runs and how often it changes. Milliseconds. */
const DURATION = 2000
const STEP = 30
/** Section 9: only on screens of at least this size, and where movement is welcome. */
const ROOM = '(min-width: 800px) and (min-height: 800px) and (prefers-reduced-motion: no-preference)'

/** A number that counts up once; without scripts, on small screens and for listeners it simply stands there. */
export function CountUp({ to, language }: { to: number; language: string }) {
  const [shown, setShown] = useState(to)
  useEffect(() => {
    if (!matchMedia(ROOM).matches) return
    let began: number | undefined
    setShown(0)
    const timer = setInterval(() => {
      // Two seconds from the first step on: a busy device has shown the zero by then.
      began ??= performance.now()
      const part = Math.min(1, (performance.now() - began) / DURATION)
      setShown(countAt(to, part))
      if (part === 1) clearInterval(timer)
    }, STEP)
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

/** Fast at first, slow towards the end; `part` 0 to 1. */
export function countAt(to: number, part: number): number {
  return part >= 1 ? to : Math.floor(to * (1 - (1 - part) ** 3))
}
