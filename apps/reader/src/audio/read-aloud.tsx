import { lazy, Suspense } from 'react'
import styles from '../reader.module.css'
import type { useListening } from './use-listening.ts'

const Listening = lazy(() => import('./listening.tsx').then((found) => ({ default: found.Listening })))

type Options = { listening: ReturnType<typeof useListening>; speed: number; onSpeed: (speed: number) => void }

/** Reads texts aloud, and has the container of the bar over the pages; the player is loaded when a text is requested. */
export function ReadAloud({ listening, speed, onSpeed }: Options) {
  return (
    <>
      <div ref={listening.slotIn('pages')} className={styles.listening} />
      {listening.requested && listening.slot && (
        <Suspense fallback={null}>
          <Listening
            requested={listening.requested}
            slot={listening.slot}
            speed={speed}
            onSpeed={onSpeed}
            onText={listening.goOn}
            onClose={listening.end}
          />
        </Suspense>
      )}
    </>
  )
}
