import { SpeechFailed, type Voice } from './voice.ts'

/** Timeout for the first voice, which most browsers load after the page. */
const VOICES_TIMEOUT_MS = 1500
/**
 * Time without events, in addition to the speaking time, after which the browser must have dropped the sentence.
 */
const TIMEOUT_MS = 12_000
const SLOWEST_LETTER_MS = 180

type Synthesis = Pick<SpeechSynthesis, 'getVoices' | 'speak' | 'cancel' | 'resume' | 'addEventListener' | 'removeEventListener'>

/**
 * Creates a voice from the speech synthesis of the browser and its system. The caller handles pausing, because Android
 * forgets a paused sentence.
 */
export function platformVoice(synthesis: Synthesis): Voice {
  let current: SpeechSynthesisUtterance | null = null

  async function voices(): Promise<SpeechSynthesisVoice[]> {
    const there = synthesis.getVoices()
    if (there.length) return there
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        synthesis.removeEventListener('voiceschanged', done)
        resolve(synthesis.getVoices())
      }
      const timer = setTimeout(done, VOICES_TIMEOUT_MS)
      synthesis.addEventListener('voiceschanged', done)
    })
  }

  return {
    speaks: async (language) => bestVoice(await voices(), language) !== null,
    async speak(sentence, { language, rate }) {
      const voice = bestVoice(await voices(), language)
      return new Promise((resolve, reject) => {
        const utterance = new SpeechSynthesisUtterance(sentence)
        utterance.lang = voice?.lang ?? language
        utterance.voice = voice
        utterance.rate = rate
        // Browsers garbage-collect an unreferenced utterance together with its end event.
        current = utterance
        const lost = setTimeout(
          () => end(() => reject(new SpeechFailed('lost'))),
          TIMEOUT_MS + sentence.length * SLOWEST_LETTER_MS,
        )
        const end = (notify: () => void) => {
          clearTimeout(lost)
          utterance.onend = utterance.onerror = null
          notify()
        }
        utterance.onend = () => end(() => resolve(current === utterance ? 'spoken' : 'silenced'))
        utterance.onerror = ({ error }) => {
          const silenced = error === 'canceled' || error === 'interrupted' || current !== utterance
          end(() => (silenced ? resolve('silenced') : reject(new SpeechFailed(error))))
        }
        synthesis.resume()
        synthesis.speak(utterance)
      })
    },
    silence() {
      current = null
      synthesis.cancel()
    },
  }
}

/** Returns the best voice for a language; null if there is none. The exact region counts most, then voices on the device. */
export function bestVoice<V extends Pick<SpeechSynthesisVoice, 'lang' | 'localService' | 'default'>>(
  voices: readonly V[],
  language: string,
): V | null {
  const tag = (lang: string) => lang.toLowerCase().replace('_', '-')
  const requested = tag(language)
  const [root] = requested.split('-')
  const worth = (voice: V) => (tag(voice.lang) === requested ? 4 : 0) + (voice.localService ? 2 : 0) + (voice.default ? 1 : 0)
  const fitting = voices.filter(({ lang }) => tag(lang).split('-')[0] === root)
  return fitting.reduce<V | null>((best, voice) => (best && worth(best) >= worth(voice) ? best : voice), null)
}
