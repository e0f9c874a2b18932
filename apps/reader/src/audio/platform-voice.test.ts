import { expect, test } from 'vitest'
import { bestVoice } from './platform-voice.ts'

const voice = (lang: string, localService = true, isDefault = false) => ({ lang, localService, default: isDefault })

test('prefers a voice of the region, then of the language, and never another language', () => {
  const voices = [voice('en-US', true, true), voice('de_DE'), voice('de-AT', false)]
  expect(bestVoice(voices, 'de-AT')?.lang).toBe('de-AT')
  expect(bestVoice(voices, 'de')?.lang).toBe('de_DE')
  expect(bestVoice(voices, 'fr')).toBeNull()
  expect(bestVoice([], 'de')).toBeNull()
})
