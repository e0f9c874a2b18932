import { sentencesOf } from './sentences.ts'
import { SpeechFailed, type Voice } from './voice.ts'

/** The speakable parts of an article: its text blocks in order, headline first. */
export type Readout = { language: string; blocks: readonly string[] }
/** The position of a sentence: article or page, block and character range. */
export type SpokenPlace = { id: string; block: number; start: number; end: number }
type Sentence = SpokenPlace & { text: string }

type Change = { state?: 'speaking' | 'failed' | 'no-voice' | 'nothing'; language?: string; place?: SpokenPlace }
type Options = {
  voice: Voice
  load: (id: string) => Promise<Readout>
  rate: () => number
  onChange: (change: Change) => void
  /** Called after the last sentence; returns whether another article begins. */
  onEnd: () => boolean
}

/** Speaks one article, sentence by sentence. Every command stops the current sentence. */
export function createSpeech({ voice, load, rate, onChange, onEnd }: Options) {
  let language = ''
  let sentences: readonly Sentence[] = []
  let at = 0
  /** Number of commands so far: an asynchronous step stops once a newer command was given. */
  let turn = 0

  function stop(): number {
    turn++
    voice.silence()
    return turn
  }

  async function begin(id: string, block: number) {
    const mine = stop()
    sentences = []
    try {
      const readout = await load(id)
      const speaks = await voice.speaks(readout.language)
      if (mine !== turn) return
      language = readout.language
      onChange({ language })
      if (!speaks) return onChange({ state: 'no-voice' })
      sentences = sentencesIn(readout, id)
      if (!sentences.length) return onChange({ state: 'nothing' })
      at = Math.max(
        0,
        sentences.findIndex((sentence) => sentence.block >= block),
      )
      await speakOn()
    } catch {
      if (mine === turn) onChange({ state: 'failed' })
    }
  }

  /** Speaks from the current sentence to the end of the article. */
  async function speakOn() {
    const mine = stop()
    while (mine === turn) {
      const sentence = sentences[at]
      if (!sentence) {
        if (!onEnd()) at = 0
        return
      }
      const { text, ...place } = sentence
      onChange({ state: 'speaking', place })
      try {
        await voice.speak(text, { language, rate: rate() })
      } catch (error) {
        if (!(error instanceof SpeechFailed)) reportError(error)
        if (mine === turn) onChange({ state: 'failed' })
        return
      }
      if (mine === turn) at++
    }
  }

  return {
    stop,
    /** Loads an article and speaks it from a block on. */
    begin: (id: string, block: number) => void begin(id, block),
    isEmpty: () => sentences.length === 0,
    isAtStart: () => at === 0,
    /** Speaks the current sentence again, and those after it. */
    resume: () => void speakOn(),
    restart() {
      if (sentences.length === 0) return
      at = 0
      void speakOn()
    },
    /** Skips one sentence forward or back; returns false after the last one. */
    skip(direction: 1 | -1): boolean {
      at = Math.min(Math.max(0, at + direction), sentences.length)
      if (at === sentences.length) return false
      void speakOn()
      return true
    },
  }
}

const sentencesIn = ({ language, blocks }: Readout, id: string): Sentence[] =>
  blocks.flatMap((text, block) => sentencesOf(text, language).map((sentence) => ({ ...sentence, id, block })))
