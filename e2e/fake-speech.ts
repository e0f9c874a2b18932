import type { Page } from '@playwright/test'

/** Replaces the system voices with silent ones that record the spoken texts. @param options.sentenceTakes milliseconds */
export async function fakeSpeech(page: Page, options: { languages: readonly string[]; sentenceTakes: number }): Promise<void> {
  await page.addInitScript(({ languages, sentenceTakes }) => {
    const spoken: string[] = []
    let current: { onend?: ((event: object) => void) | null; onerror?: ((event: object) => void) | null; text: string } | null =
      null
    const synthesis = {
      getVoices: () => languages.map((lang) => ({ lang, localService: true, default: false, name: lang, voiceURI: lang })),
      speak(utterance: NonNullable<typeof current>) {
        current = utterance
        spoken.push(utterance.text)
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
    Object.defineProperty(window, 'spoken', { value: spoken })
    const keys: Record<string, MediaSessionActionHandler | null> = {}
    const set = MediaSession.prototype.setActionHandler
    MediaSession.prototype.setActionHandler = function (name, act) {
      keys[name] = act
      set.call(this, name, act)
    }
    Object.defineProperty(window, 'mediaKeys', { value: keys })
  }, options)
}

/** Presses a media key; false if there is no handler. */
export const pressMediaKey = (page: Page, action: MediaSessionAction): Promise<boolean> =>
  page.evaluate((action) => {
    const act = (window as unknown as { mediaKeys: Record<string, MediaSessionActionHandler | null> }).mediaKeys[action]
    act?.({ action })
    return Boolean(act)
  }, action)

/** Returns what the browser would show on a lock screen. */
export const mediaShown = (page: Page) =>
  page.evaluate(() => [navigator.mediaSession.playbackState, navigator.mediaSession.metadata?.title])

export const spokenTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...(window as unknown as { spoken: string[] }).spoken])
