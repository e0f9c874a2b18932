import { expect, test } from 'vitest'
import { bestVoice } from './platform-voice.ts'

const voice = (lang: string, localService = true, isDefault = false) => ({ lang, localService, default: isDefault })

test('the voice of the region comes first, then any of the language, and none of another', () => {
  const voices = [voice('en-US', true, true), voice('de_DE'), voice('de-AT', false)]
  expect(bestVoice(voices, 'de-AT')?.lang).toBe('de-AT')
  expect(bestVoice(voices, 'de')?.lang).toBe('de_DE')
  expect(bestVoice(voices, 'fr')).toBeNull()
  expect(bestVoice([], 'de')).toBeNull()
})
