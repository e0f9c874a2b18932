/** What reads aloud: the one port, with the platform's voices behind it, and a pretend one in tests. */
export type Voice = {
  /** Whether there is a voice of this language (BCP 47); voices may come late, so the answer may take a second. */
  speaks(language: string): Promise<boolean>
  /**
   * Speaks one sentence; `rate` 1 = as people talk. Resolves when it is spoken or was silenced.
   * @throws SpeechFailed where the platform gives up
   */
  speak(sentence: string, how: { language: string; rate: number }): Promise<'spoken' | 'silenced'>
  /** Ends what is being spoken, at once. */
  silence(): void
}

export class SpeechFailed extends Error {}

/**
 * Where voices come from, in the order in which they are asked. Voices of a server are off: none is configured, and nothing
 * a visitor reads leaves the house. An operator who has one gives it an `open` of its own.
 */
const sources: readonly { name: string; on: boolean; open: () => Promise<Voice | null> }[] = [
  { name: 'server', on: false, open: async () => null },
  {
    name: 'platform',
    on: true,
    open: async () =>
      typeof speechSynthesis === 'undefined' ? null : (await import('./platform-voice.ts')).platformVoice(speechSynthesis),
  },
]

/** The first voice that is on and there; null in browsers without any. */
export async function openVoice(): Promise<Voice | null> {
  for (const { open } of sources.filter(({ on }) => on)) {
    const voice = await open()
    if (voice) return voice
  }
  return null
}
