import type { Page } from '@playwright/test'

/** Voices of a system without sound: what was said is kept, and a sentence takes as long as the test says. */
export async function pretendSpeech(page: Page, given: { languages: readonly string[]; sentenceTakes: number }): Promise<void> {
  await page.addInitScript(({ languages, sentenceTakes }) => {
    const said: string[] = []
    let current: { onend?: ((event: object) => void) | null; onerror?: ((event: object) => void) | null; text: string } | null =
      null
    const synthesis = {
      getVoices: () => languages.map((lang) => ({ lang, localService: true, default: false, name: lang, voiceURI: lang })),
      speak(utterance: NonNullable<typeof current>) {
        current = utterance
        said.push(utterance.text)
        setTimeout(() => {
          if (current === utterance) utterance.onend?.({})
        }, sentenceTakes)
      },
      cancel() {
        const ended = current
        current = null
        ended?.onerror?.({ error: 'canceled' })
      },
      resume: () => undefined,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }
    class Utterance {
      text: string
      constructor(text: string) {
        this.text = text
      }
    }
    Object.defineProperty(window, 'speechSynthesis', { value: synthesis })
    Object.defineProperty(window, 'SpeechSynthesisUtterance', { value: Utterance })
    Object.defineProperty(window, 'said', { value: said })
  }, given)
}

export const said = (page: Page): Promise<string[]> => page.evaluate(() => [...(window as unknown as { said: string[] }).said])
