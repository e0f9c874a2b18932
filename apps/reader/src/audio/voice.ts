/** The speech port, implemented by the platform's voices, and by a fake in tests. */
export type Voice = {
  /** Returns whether there is a voice for a language (BCP 47). May take a second or two, since browsers load voices late. */
  speaks(language: string): Promise<boolean>
  /**
   * Speaks one sentence; `rate` 1 = normal speed. Resolves when it is spoken or cancelled.
   * @throws SpeechFailed if the platform fails
   */
  speak(sentence: string, how: { language: string; rate: number }): Promise<'spoken' | 'silenced'>
  /** Stops speaking immediately. */
  silence(): void
}

export class SpeechFailed extends Error {}
