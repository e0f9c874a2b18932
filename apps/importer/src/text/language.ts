/** Words that every page of a language has, and that the others do not share. */
const COMMON = {
  de: 'der die und das nicht mit ist auf ein eine sich auch dem des für wird sind von zu den im als werden oder wie bei',
  en: 'the and of to is that for with this are was which from have has been its their would there they were what when',
  fr: 'le les des une est que qui dans pour pas sur avec sont cette aux plus nous vous mais ce être ont leur par au ses',
  it: 'il che di non per una sono della con gli dei nel alla più anche questo delle come dal ha ma lo dalla nella',
  es: 'el los las que por una con para del como más pero sus este esta fue está muy también entre cuando sobre ser',
  nl: 'het een van dat niet zijn op met voor aan ook door maar naar bij wordt werd hij deze uit nog kan wel over',
} as const

const LANGUAGE_OF = new Map<string, (keyof typeof COMMON)[]>()
for (const [language, words] of Object.entries(COMMON) as [keyof typeof COMMON, string][])
  for (const word of words.split(' ')) LANGUAGE_OF.set(word, [...(LANGUAGE_OF.get(word) ?? []), language])

/** Returns the language code of a text; null if the text is too short or in a language that is not listed here. */
export function languageOf(text: string): string | null {
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
  return first[1] > (second?.[1] ?? 0) * 1.2 ? first[0] : null
}
