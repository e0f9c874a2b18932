import type { Voice } from './voice.ts'

/**
 * Voice sources in order of preference. Server voices are off: none is configured, and no text that a visitor reads leaves
 * this site. An operator can add one with its own `open`.
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

/** Returns the first enabled and available voice source; null in browsers without any. */
export async function openVoice(): Promise<Voice | null> {
  for (const { open } of sources.filter(({ on }) => on)) {
    const voice = await open()
    if (voice) return voice
  }
  return null
}
