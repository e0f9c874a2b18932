import { MINUTE_MS } from '@kiosk/domain/time'
import { createListeners } from '../shell/listeners.ts'
import { beside, type QueueEntry } from './queue.ts'
import { createSpeech, type Readout, type SpokenPlace } from './speech.ts'
import type { Voice } from './voice.ts'

/** Sleep timer: minutes, or the end of the current article; null = off. */
export type Sleep = number | 'article' | null

export type Listening = {
  state: 'loading' | 'speaking' | 'paused' | 'ended' | 'failed' | 'no-voice' | 'nothing'
  entry: QueueEntry
  /** Language of the article; in the state `no-voice`, the language that has no voice. */
  language: string
  place: SpokenPlace | null
  speed: number
  sleep: Sleep
  /** End of the sleep timer, milliseconds since 1970; null unless it is set in minutes. */
  sleepsAt: number | null
}

export type Player = {
  now(): Listening
  subscribe(listener: () => void): () => void
  /** Starts an article, optionally at one of its blocks. */
  play(entry: QueueEntry, block?: number): void
  pause(): void
  resume(): void
  /** Skips one sentence forward or back; continues with the next article after the last one. */
  skip(direction: 1 | -1): void
  skipArticle(direction: 1 | -1): void
  setSpeed(speed: number): void
  setSleep(sleep: Sleep): void
  close(): void
}

type Options = {
  voice: Voice
  queue: () => readonly QueueEntry[]
  load: (id: string) => Promise<Readout>
  first: QueueEntry
  speed: number
  clock?: () => number
}

export const speeds = [0.75, 1, 1.25, 1.5, 1.75, 2] as const

/** Reads the articles of a queue aloud, one after the other. */
export function createPlayer({ voice, queue, load, first, speed, clock = Date.now }: Options): Player {
  let listening: Listening = {
    state: 'loading',
    entry: first,
    language: '',
    place: null,
    speed,
    sleep: null,
    sleepsAt: null,
  }
  let asleep: ReturnType<typeof setTimeout> | undefined
  const { subscribe, notify, clear } = createListeners()
  const speech = createSpeech({ voice, load, rate: () => listening.speed, onChange: update, onEnd })

  function update(change: Partial<Listening>) {
    listening = { ...listening, ...change }
    notify()
  }

  function begin(entry: QueueEntry, block = 0) {
    update({ state: 'loading', entry, place: null })
    speech.begin(entry.id, block)
  }

  /** Begins the next article; returns false after the last one. */
  function beginNext(): boolean {
    const next = beside(queue(), listening.entry.id, 1)
    if (next) begin(next)
    return next !== null
  }

  function onEnd(): boolean {
    const { sleep } = listening
    if (sleep !== 'article' && beginNext()) return true
    update({ state: 'ended', place: null, sleep: sleep === 'article' ? null : sleep })
    return false
  }

  function pause() {
    if (listening.state !== 'speaking') return
    speech.stop()
    update({ state: 'paused' })
  }

  return {
    now: () => listening,
    subscribe,
    play: begin,
    pause,
    resume() {
      if (listening.state === 'speaking' || listening.state === 'loading') return
      if (speech.isEmpty()) begin(listening.entry)
      else speech.resume()
    },
    skip(direction) {
      if (speech.isEmpty() || speech.skip(direction) || beginNext()) return
      // Nothing follows: the last sentence is spoken again.
      speech.skip(-1)
    },
    skipArticle(direction) {
      const next = beside(queue(), listening.entry.id, direction)
      // As in other players, going back leads to the beginning first.
      if (direction === -1 && (!speech.isAtStart() || !next)) return speech.restart()
      if (next) begin(next)
    },
    setSpeed(speed) {
      update({ speed })
      if (listening.state === 'speaking') speech.resume()
    },
    setSleep(sleep) {
      clearTimeout(asleep)
      if (typeof sleep !== 'number') return update({ sleep, sleepsAt: null })
      const fallAsleep = () => {
        pause()
        update({ sleep: null, sleepsAt: null })
      }
      asleep = setTimeout(fallAsleep, sleep * MINUTE_MS)
      update({ sleep, sleepsAt: clock() + sleep * MINUTE_MS })
    },
    close() {
      clearTimeout(asleep)
      clear()
      speech.stop()
    },
  }
}
