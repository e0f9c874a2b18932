import type { KNOWN_LANGUAGES } from '@kiosk/domain/reading/article-language'

/** Words that every page of a language has, and that the others do not share. */
const COMMON = {
  de: 'der die und das nicht mit ist auf ein eine sich auch dem des für wird sind von zu den im als werden oder wie bei',
  en: 'the and of to is that for with this are was which from have has been its their would there they were what when',
  fr: 'le les des une est que qui dans pour pas sur avec sont cette aux plus nous vous mais ce être ont leur par au ses',
  it: 'il che di non per una sono della con gli dei nel alla più anche questo delle come dal ha ma lo dalla nella',
  es: 'el los las que por una con para del como más pero sus este esta fue está muy también entre cuando sobre ser',
  lb: 'déi ass net vun och mat dat huet sinn wéi eng fir op beim hunn gouf dësen dëser awer méi nëmmen iwwer nach',
  nl: 'het een van dat niet zijn op met voor aan ook door maar naar bij wordt werd hij deze uit nog kan wel over',
} satisfies Record<(typeof KNOWN_LANGUAGES)[number], string>

const LANGUAGE_OF = new Map<string, (keyof typeof COMMON)[]>()
for (const [language, words] of Object.entries(COMMON) as [keyof typeof COMMON, string][])
  for (const word of words.split(' ')) LANGUAGE_OF.set(word, [...(LANGUAGE_OF.get(word) ?? []), language])

/**
 * Languages of scripts that only one language uses (BCP 47). For other scripts, the script is known, and with it the direction.
 */
const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/\p{Script=Arabic}/gu, 'und-Arab'],
  [/\p{Script=Hebrew}/gu, 'und-Hebr'],
  [/\p{Script=Cyrillic}/gu, 'und-Cyrl'],
  [/\p{Script=Greek}/gu, 'el'],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Han}/gu, 'zh'],
]
/** A headline, a caption or a quotation in another language does not change that of an article. */
const LEAST_LETTERS = 150
/** Japanese is written with more Chinese characters than with its own in some texts. */
const SHARE_OF_SCRIPT = 0.3
/** An issue and an article must have this many times as many common words of their language as of any other. */
const CLEARLY = { issue: 1.2, article: 2 }

/** Returns the language of an article's text, or its script (`und-Arab`); null if it is short, or not clearly in one of them. */
export function languageOfArticle(text: string): string | null {
  const letters = text.match(/\p{L}+/gu)?.reduce((sum, word) => sum + word.length, 0) ?? 0
  if (letters < LEAST_LETTERS) return null
  for (const [script, language] of SCRIPTS) if ((text.match(script)?.length ?? 0) >= letters * SHARE_OF_SCRIPT) return language
  return languageIn(text, CLEARLY.article)
}

/** Returns the language code of a text; null if the text is too short or in a language that is not listed here. */
export function languageOf(text: string): string | null {
  return languageIn(text, CLEARLY.issue)
}

/** `times`: as many more common words of the language as of any other. */
function languageIn(text: string, times: number): string | null {
  const words =
    text
      .slice(0, 200_000)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  const hits = new Map<string, number>()
  for (const word of words) for (const language of LANGUAGE_OF.get(word) ?? []) hits.set(language, (hits.get(language) ?? 0) + 1)
  const [first, second] = [...hits].sort((a, b) => b[1] - a[1])
  // In running text every fifth word is one of them; a list of names and numbers has no language.
  if (!first || first[1] < 5 || first[1] < words.length * 0.06) return null
  return first[1] > (second?.[1] ?? 0) * times ? first[0] : null
}
