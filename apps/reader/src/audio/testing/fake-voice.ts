import { SpeechFailed, type Voice } from '../voice.ts'

type FakeVoice = Voice & {
  /** Sentences started so far, in order. */
  readonly started: readonly { sentence: string; language: string; rate: number }[]
  /** Completes the current sentence. */
  finish(): Promise<void>
  /** Fails the current sentence. */
  breakDown(error?: Error): Promise<void>
}

/** Creates a silent voice whose sentences the test completes. */
export function fakeVoice(languages: readonly string[]): FakeVoice {
  const started: { sentence: string; language: string; rate: number }[] = []
  let speaking: { resolve(how: 'spoken' | 'silenced'): void; reject(error: Error): void } | null = null
  const settled = async () => {
    for (let turn = 0; turn < 8; turn++) await Promise.resolve()
  }
  const over = (settle: (at: NonNullable<typeof speaking>) => void) => {
    const ending = speaking
    speaking = null
    if (ending) settle(ending)
    return settled()
  }
  return {
    started,
    speaks: async (language) => languages.includes(language.split('-')[0]!),
    speak(sentence, how) {
      started.push({ sentence, ...how })
      return new Promise((resolve, reject) => {
        speaking = { resolve, reject }
      })
    },
    silence: () => void over(({ resolve }) => resolve('silenced')),
    finish: () => over(({ resolve }) => resolve('spoken')),
    breakDown: (error = new SpeechFailed('broken')) => over(({ reject }) => reject(error)),
  }
}
