import type { Voice } from './voice.ts'

/** Returns the voice of the browser and its system, so that no text that a visitor reads leaves this site; null if it has none. */
export async function openVoice(): Promise<Voice | null> {
  if (typeof speechSynthesis === 'undefined') return null
  return (await import('./platform-voice.ts')).platformVoice(speechSynthesis)
}
