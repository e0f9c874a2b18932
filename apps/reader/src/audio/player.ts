import { MINUTE_MS } from '@kiosk/domain/time'
import { beside, type QueueEntry } from './queue.ts'
import { sentencesOf } from './sentences.ts'
import { SpeechFailed, type Voice } from './voice.ts'

/** The speakable parts of an article: its text blocks in order, headline first. */
export type Readout = { language: string; blocks: readonly string[] }
/** The position of a sentence: article or page, block and character range. */
export type SpokenPlace = { id: string; block: number; start: number; end: number }
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
type Sentence = SpokenPlace & { text: string }

/** Reads articles aloud sentence by sentence. Every command that changes the position stops the current sentence. */
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
  let sentences: readonly Sentence[] = []
  let at = 0
  /** Number of commands so far: an asynchronous step stops once a newer command was given. */
  let turn = 0
  let asleep: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  function update(change: Partial<Listening>) {
    listening = { ...listening, ...change }
    for (const listener of listeners) listener()
  }

  async function begin(entry: QueueEntry, block: number) {
    const mine = ++turn
    voice.silence()
    sentences = []
    update({ state: 'loading', entry, place: null })
    try {
      const readout = await load(entry.id)
      const speaks = await voice.speaks(readout.language)
      if (mine !== turn) return
      update({ language: readout.language })
      if (!speaks) return update({ state: 'no-voice' })
      sentences = sentencesIn(readout, entry.id)
      if (!sentences.length) return update({ state: 'nothing' })
      at = Math.max(
        0,
        sentences.findIndex((sentence) => sentence.block >= block),
      )
      await speakOn()
    } catch {
      if (mine === turn) update({ state: 'failed' })
    }
  }

  /** Speaks from the current sentence to the end of the article, then continues with the next one. */
  async function speakOn() {
    const mine = ++turn
    voice.silence()
    while (mine === turn) {
      const sentence = sentences[at]
      if (!sentence) return finished()
      const { id, block, start, end } = sentence
      update({ state: 'speaking', place: { id, block, start, end } })
      try {
        await voice.speak(sentence.text, { language: listening.language, rate: listening.speed })
      } catch (error) {
        if (!(error instanceof SpeechFailed)) throw error
        if (mine === turn) update({ state: 'failed' })
        return
      }
      if (mine === turn) at++
    }
  }

  function finished() {
    const { sleep } = listening
    if (sleep !== 'article' && beginNext()) return
    at = 0
    update({ state: 'ended', place: null, sleep: sleep === 'article' ? null : sleep })
  }

  /** Begins the next article; returns false after the last one. */
  function beginNext(): boolean {
    const next = beside(queue(), listening.entry.id, 1)
    if (next) void begin(next, 0)
    return next !== null
  }

  function pause() {
    if (listening.state !== 'speaking') return
    turn++
    voice.silence()
    update({ state: 'paused' })
  }

  function move(to: number) {
    at = Math.min(Math.max(0, to), sentences.length)
    if (at === sentences.length) {
      if (beginNext()) return
      at = sentences.length - 1
    }
    void speakOn()
  }

  return {
    now: () => listening,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    play: (entry, block = 0) => void begin(entry, block),
    pause,
    resume() {
      if (listening.state === 'speaking' || listening.state === 'loading') return
      if (sentences.length) void speakOn()
      else void begin(listening.entry, 0)
    },
    skip(direction) {
      if (sentences.length) move(at + direction)
    },
    skipArticle(direction) {
      const next = beside(queue(), listening.entry.id, direction)
      // As in other players, going back leads to the beginning first.
      if (direction === -1 && (at > 0 || !next)) return sentences.length ? move(0) : undefined
      if (next) void begin(next, 0)
    },
    setSpeed(speed) {
      update({ speed })
      if (listening.state === 'speaking') void speakOn()
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
      turn++
      clearTimeout(asleep)
      listeners.clear()
      voice.silence()
    },
  }
}

const sentencesIn = ({ language, blocks }: Readout, id: string): Sentence[] =>
  blocks.flatMap((text, block) => sentencesOf(text, language).map((sentence) => ({ ...sentence, id, block })))
