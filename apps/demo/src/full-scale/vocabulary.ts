import { random, type SeededRandom } from '../seeded-random.ts'

/** Languages that have a vocabulary of their own; texts in any other language use the German one. */
export const LANGUAGES = ['de', 'en', 'fr'] as const
export type Language = (typeof LANGUAGES)[number]

/**
 * Words of which texts are made. The first `names` are names, which few issues share; the others are forms of words, each with
 * its frequency.
 */
export type Vocabulary = { words: string[]; names: number; frequencies: Float64Array }

const NAMES = 40_000
const LEMMAS = 14_000
/** Every second frequent noun of German is also part of compounds. */
const COMPOUNDS = 9_000
/** Zipf–Mandelbrot: the frequency of the n-th word is about 1 / (n + SHIFT). */
const SHIFT = 2.7
/** Share of numbers among all words. */
const NUMBERS_SHARE = 0.02

type Sounds = { starts: string[]; middles: string[]; ends: string[]; small: string[] }
const list = (words: string) => words.split(' ')
const SOUNDS: Record<Language, Sounds> = {
  de: {
    starts: list('b br d dr f fl g gr h k kl kn l m n p pf r s sch schl schw sp st str t tr v w z'),
    middles: list('a a a e e e i i o o u u au ei ei ie ä ö ü'),
    ends: list('n r l t rt nd ch ck ng st lm rn ß s m lt tz ft b g'),
    small: list(
      'der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat dass sie nach wird bei einer um am sind noch wie einem über einen so zum war haben nur oder aber vor zur bis mehr durch man sein wurde sei',
    ),
  },
  en: {
    starts: list('b bl br c ch cl d dr f fr g gl h j l m n p pl pr qu r s sh sl sp st t th tr v w'),
    middles: list('a e i o u a e i o ea ee oo ai ou'),
    ends: list('n r l t d ck ng st nd m p ss rt rd ght sh'),
    small: list(
      'the of and to in a is that for it as was with be by on not he his but at are this have from or had an they which one you were all her she there would their we him been has when who will no more if out so up said what its about than into them can only',
    ),
  },
  fr: {
    starts: list('b br c ch cl d dr f fl g gr j l m n p pl pr r s t tr v'),
    middles: list('a e i o u a e i o ai eau eu ou oi é é è ê'),
    ends: list('n r l t nt rt ch s ll c que gne ge lle tte'),
    small: list(
      'de la le et les des en un du une que est pour qui dans a par plus pas au sur ne se ce il sont ont aux avec son elle mais comme ou si leur y dont cette sa fait être ses deux on nous aussi été entre même tout ces sans',
    ),
  },
}

/** Returns the vocabulary of a language, the same in every run. */
export function vocabulary(language: Language): Vocabulary {
  const chance = random(`vocabulary ${language}`)
  const frequencies = new Map<string, number>()
  const add = (word: string, frequency: number) => {
    frequencies.set(word, (frequencies.get(word) ?? 0) + frequency)
  }
  const { small } = SOUNDS[language]
  for (const [rank, word] of small.entries()) add(word, 1 / (rank + SHIFT))
  const lemmas = distinct(LEMMAS, (count) => invented(language, count < LEMMAS / 20 ? 1 : chance.whole(1, 3), chance))
  for (const [place, lemma] of lemmas.entries()) {
    const frequency = 1 / (place + small.length + SHIFT)
    const forms = formsOf(lemma, language, chance)
    for (const [nth, form] of forms.entries()) add(form, frequency * (nth === 0 ? 0.5 : 0.5 / (forms.length - 1)))
  }
  if (language === 'de')
    for (let count = 0; count < COMPOUNDS; count++) {
      const [first, second] = [lemmas[chance.whole(0, 4_000)]!, lemmas[chance.whole(0, 4_000)]!]
      add(`${capital(first)}${chance.pick(['', '', 's', 'n'])}${second}`, 1 / (LEMMAS / 2 + count * 2))
    }
  const all = [...frequencies.values()].reduce((sum, each) => sum + each, 0)
  for (let year = 1950; year <= 2030; year++) add(String(year), (all * NUMBERS_SHARE) / 160)
  for (let number = 1; number <= 99; number++) add(String(number), (all * NUMBERS_SHARE) / 200)
  // Names are alike in all languages.
  const calling = random('names')
  const names = distinct(NAMES, () => capital(invented('de', calling.whole(2, 3), calling)))
  for (const name of names) frequencies.delete(name)
  return {
    words: [...names, ...frequencies.keys()],
    names: NAMES,
    frequencies: Float64Array.from([...names.map(() => 0), ...frequencies.values()]),
  }
}

function distinct(size: number, invent: (count: number) => string): string[] {
  const words = new Set<string>()
  while (words.size < size) words.add(invent(words.size))
  return [...words]
}

function invented(language: Language, syllables: number, chance: SeededRandom): string {
  const { starts, middles, ends } = SOUNDS[language]
  let word = ''
  for (let count = 0; count < syllables; count++) {
    word += chance.pick(starts) + chance.pick(middles)
    if (count === syllables - 1 || chance.chance(0.3)) word += chance.pick(ends)
  }
  return word
}

/** Returns the forms of a word in which it occurs, the most frequent first. */
function formsOf(lemma: string, language: Language, chance: SeededRandom): string[] {
  const endings = (...all: string[]) => all.map((ending) => lemma + ending)
  const kind = chance.next()
  if (language === 'en')
    return kind < 0.6 ? endings('', 's') : kind < 0.85 ? endings('', 's', 'ed', 'ing') : endings('', 'er', 'ly')
  if (language === 'fr')
    return kind < 0.55
      ? endings('', 's')
      : kind < 0.75
        ? endings('', 'e', 's', 'es')
        : endings('er', 'e', 'ent', 'ons', 'é', 'ée')
  if (kind < 0.6) {
    const plural = chance.pick(['e', 'en', 'er', 'n', 's'])
    const changed = /[aou](?!.*[aouäöü])/.test(lemma) && chance.chance(0.3) ? lemma.replace(/[aou](?!.*[aouäöü])/, umlaut) : lemma
    return [capital(lemma), capital(changed) + plural, `${capital(lemma)}s`]
  }
  return kind < 0.8 ? endings('', 'e', 'en', 'er', 'es', 'em') : [...endings('en', 't', 'te', 'ten'), `ge${lemma}t`]
}

function umlaut(vowel: string): string {
  return { a: 'ä', o: 'ö', u: 'ü' }[vowel] ?? vowel
}

function capital(word: string): string {
  return `${word[0]!.toUpperCase()}${word.slice(1)}`
}
