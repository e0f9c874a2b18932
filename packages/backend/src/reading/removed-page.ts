import { readFileSync } from 'node:fs'
import { languages } from '@kiosk/domain/locale'
import { catalogueAnswerMessages } from '@kiosk/i18n/messages/catalogue-answers'
import { t } from '@kiosk/i18n/translate'

// The replacement for a page that is taken down: a picture with one sentence in each language, and the same as words.

/** WebP in the width of reading. */
export const removedPageImage: Buffer = readFileSync(new URL('./removed-page.webp', import.meta.url))

/** Position of the sentences in the picture. Fractions of the page. */
const [LEFT, TOP, WIDTH, HEIGHT, DISTANCE] = [0.2, 0.42, 0.6, 0.03, 0.06]

/** Lines of words: text, x, y, width, height. */
export const removedPageWords: { lines: [string, number, number, number, number][][] } = {
  lines: languages.map((language, index) => [
    [t(catalogueAnswerMessages[language], 'PAGE_REMOVED', {}, language), LEFT, TOP + index * DISTANCE, WIDTH, HEIGHT],
  ]),
}
