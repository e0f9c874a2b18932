import { SpeechFailed, type Voice } from './voice.ts'

export type PretendVoice = Voice & {
  /** What was begun, in order. */
  readonly said: readonly { sentence: string; language: string; rate: number }[]
  /** Ends the sentence at hand as spoken. */
  finish(): Promise<void>
  /** The platform gives up in mid-sentence. */
  breakDown(): Promise<void>
}

/** A voice without sound: a test says when a sentence is over. */
export function pretendVoice(languages: readonly string[]): PretendVoice {
  const said: { sentence: string; language: string; rate: number }[] = []
  let speaking: { resolve(how: 'spoken' | 'silenced'): void; reject(error: Error): void } | null = null
  const settled = async () => {
    for (let turn = 0; turn < 8; turn++) await Promise.resolve()
  }
  const over = (tell: (at: NonNullable<typeof speaking>) => void) => {
    const ending = speaking
    speaking = null
    if (ending) tell(ending)
    return settled()
  }
  return {
    said,
    speaks: async (language) => languages.includes(language.split('-')[0]!),
    speak(sentence, how) {
      said.push({ sentence, ...how })
      return new Promise((resolve, reject) => {
        speaking = { resolve, reject }
      })
    },
    silence: () => void over(({ resolve }) => resolve('silenced')),
    finish: () => over(({ resolve }) => resolve('spoken')),
    breakDown: () => over(({ reject }) => reject(new SpeechFailed('broken'))),
  }
}
