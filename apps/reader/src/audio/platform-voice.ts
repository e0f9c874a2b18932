import { SpeechFailed, type Voice } from './voice.ts'

/** Voices arrive after the page in most browsers; who has none by then has none. Milliseconds. */
const VOICES_COME_WITHIN = 1500
/** A browser that tells nothing for so long has lost the sentence. Milliseconds, beside the time the words take. */
const PATIENCE = 12_000
const SLOWEST_LETTER = 180

type Synthesis = Pick<SpeechSynthesis, 'getVoices' | 'speak' | 'cancel' | 'resume' | 'addEventListener' | 'removeEventListener'>

/** The voices of the browser and its system. Pausing is left to the caller: Android forgets a paused sentence. */
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
      const timer = setTimeout(done, VOICES_COME_WITHIN)
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
        // Browsers forget an utterance that nobody holds, and its end with it.
        current = utterance
        const lost = setTimeout(() => end(() => reject(new SpeechFailed('lost'))), PATIENCE + sentence.length * SLOWEST_LETTER)
        const end = (tell: () => void) => {
          clearTimeout(lost)
          utterance.onend = utterance.onerror = null
          tell()
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

/** A voice of the language: the region's own before others, those on the device before those of a cloud. */
export function bestVoice<V extends Pick<SpeechSynthesisVoice, 'lang' | 'localService' | 'default'>>(
  voices: readonly V[],
  language: string,
): V | null {
  const tag = (lang: string) => lang.toLowerCase().replace('_', '-')
  const wanted = tag(language)
  const [root] = wanted.split('-')
  const worth = (voice: V) => (tag(voice.lang) === wanted ? 4 : 0) + (voice.localService ? 2 : 0) + (voice.default ? 1 : 0)
  const fitting = voices.filter(({ lang }) => tag(lang).split('-')[0] === root)
  return fitting.reduce<V | null>((best, voice) => (best && worth(best) >= worth(voice) ? best : voice), null)
}
