// Words for sentences in three languages. The sentences need no meaning, only the lengths and punctuation of real ones.
export type Language = 'de' | 'en' | 'fr'

/** Random numbers that depend on the seed alone (mulberry32). */
export class Random {
  #state: number
  constructor(seed: number) {
    this.#state = seed >>> 0
  }
  /** Returns a number from 0 to less than 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  /** Returns a whole number; both ends are included. */
  whole(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }
  between(from: number, to: number): number {
    return from + this.next() * (to - from)
  }
  chance(share: number): boolean {
    return this.next() < share
  }
  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() * list.length)]!
  }
  shuffled<T>(list: readonly T[]): T[] {
    const all = [...list]
    for (let last = all.length - 1; last > 0; last--) {
      const other = this.whole(0, last)
      ;[all[last], all[other]] = [all[other]!, all[last]!]
    }
    return all
  }
}

const list = (text: string) => text.trim().split(/\s+/)

type Material = {
  nouns: string[]
  adjectives: string[]
  verbs: string[]
  adverbs: string[]
  places: string[]
  firstNames: string[]
  lastNames: string[]
  brands: string[]
  /** N noun, A adjective, V verb, D adverb, P place, F full name, Z number. */
  sentences: string[]
  titles: string[]
  sections: string[]
  slogans: string[]
  by: string
  and: string
  photo: string
  advertisement: string
  briefs: string
  letters: string[]
  contents: string[]
  continued: string[]
  from: string
}

export const MATERIAL: Record<Language, Material> = {
  de: {
    nouns:
      list(`Brücke Stadt Hafen Wald Garten Straße Schule Theater Bühne Museum Markt Kirche Wasser Winter Sommer Arbeit Familie
      Gemeinde Regierung Verkehr Nachbar Werkstatt Ernte Landschaft Zeitung Bahnhof Fenster Mannschaft Forschung Sammlung Ausstellung
      Rechnung Verwaltung Versammlung Entscheidung Gesellschaft Geschichte Wirtschaft Krankenhaus Bibliothek Universität Genossenschaft
      Handwerk Küste Gebirge Dorf Richter Lehrerin Bäcker Orchester Klavier Sprache Erinnerung Vertrag Haushalt Steuer Energie Leitung`),
    adjectives:
      list(`alte neue große kleine ruhige schwierige öffentliche gemeinsame unerwartete seltene langsame freundliche teure
      einfache schöne strenge regionale wissenschaftliche landwirtschaftliche außergewöhnliche nachhaltige verlässliche`),
    verbs:
      list(`verändert beginnt zeigt öffnet erklärt verliert gewinnt braucht findet verlangt erzählt bleibt wächst schließt hilft
      überrascht beschreibt verhandelt unterstützt verspricht beobachtet entwickelt`),
    adverbs: list(
      'heute gestern bald inzwischen dennoch vielleicht endlich damals selten oft überraschend glücklicherweise zunächst',
    ),
    places: list('Wien Graz Linz Bremen Leipzig Kassel Basel Zürich Konstanz Passau Rostock Lübeck Salzburg Weimar'),
    firstNames: list('Anna Max Lena Jonas Clara Paul Ruth Emil Greta Felix Nora Anton Ida Oskar Helene Konrad'),
    lastNames: list('Berg Holm Winkler Schuster Adler Brandt Vogel Lindner Kessler Hartmann Seidel Pfeiffer Nowak Reiter Moser'),
    brands: list('Alpina Morgenrot Kranich Nordlicht Feinkost Optik Reisewelt Möbelhaus'),
    sentences: [
      'Die A N V die N in P, und der N V D.',
      'D V die A N, weil Z N in der N V.',
      '«Die N V D», sagt F, «und keine A N V die N.»',
      'Seit Z Jahren V eine A N die N von P.',
      'Wer die N in P kennt, V D, dass die A N V.',
      'Für F V die N eine A N, doch die N V D keine N.',
      'Nach der N V die A N; die N V.',
    ],
    titles: ['Die A N V', 'Wie die N die N V', 'N ohne N', 'Warum die A N V', 'Die N von P V D', 'Eine A N für P'],
    sections: list('Politik Kultur Wirtschaft Sport Wissen Reise Leben Region'),
    slogans: ['Jetzt bis zu Z Prozent günstiger!', 'Nur bei uns: die A N.', 'Besuchen Sie uns in P.', 'Telefon Z Z Z'],
    by: 'Von',
    and: 'und',
    photo: 'Foto:',
    advertisement: 'Anzeige',
    briefs: 'Kurz gemeldet',
    letters: ['Leserbriefe', 'Briefe an die Redaktion', 'Post'],
    contents: ['Inhalt', 'In diesem Heft'],
    continued: ['Fortsetzung auf Seite', 'Lesen Sie weiter auf Seite', '→'],
    from: 'Fortsetzung von Seite',
  },
  en: {
    nouns:
      list(`bridge town harbour forest garden street school theatre stage museum market church water winter summer work family
      council government traffic neighbour workshop harvest landscape newspaper station window team research collection exhibition
      bill administration assembly decision society history economy hospital library university cooperative craft coast mountain
      village judge teacher baker orchestra piano language memory contract household tax energy management archive letter engine`),
    adjectives: list(`old new large small quiet difficult public common unexpected rare slow friendly expensive simple beautiful
      strict regional scientific agricultural extraordinary sustainable reliable industrial international`),
    verbs:
      list(`changes begins shows opens explains loses wins needs finds demands remembers keeps closes helps surprises describes
      negotiates supports promises observes develops reconsiders`),
    adverbs: list(
      'today yesterday soon meanwhile however perhaps finally seldom often surprisingly fortunately initially slowly',
    ),
    places: list('Bristol Leeds York Cardiff Belfast Dublin Galway Norwich Exeter Durham Chester Lincoln Oxford Perth'),
    firstNames: list('Alice Henry Grace Thomas Emily Arthur Rose Samuel Lucy Walter Jane Edward Nina Oliver Martha Hugh'),
    lastNames: list(
      'Barker Holmes Whitfield Shaw Archer Fletcher Marsh Ellison Kendrick Hartley Sutton Parrish Norwood Rigby Moore',
    ),
    brands: list('Alderway Sunrise Heron Northlight Pantry Optics Voyages Furnishings'),
    sentences: [
      'The A N V the N in P, and the N V D.',
      'D the A N V, because Z of the N in the N V.',
      '“The N V D,” says F, “and no A N V the N.”',
      'For Z years the A N has been the N of P.',
      'Whoever knows the N in P D V that the A N V.',
      'For F the N V an A N, but the N D V no N.',
      'After the N, the A N V; the N V.',
    ],
    titles: ['The A N V', 'How the N V the N', 'N without N', 'Why the A N V', 'The N of P V D', 'An A N for P'],
    sections: list('Politics Culture Business Sport Science Travel Life Region'),
    slogans: ['Now up to Z percent off!', 'Only with us: the A N.', 'Visit us in P.', 'Call Z Z Z'],
    by: 'By',
    and: 'and',
    photo: 'Photo:',
    advertisement: 'Advertisement',
    briefs: 'News in brief',
    letters: ['Letters', 'Letters to the editor', 'Your letters'],
    contents: ['Contents', 'In this issue'],
    continued: ['Continued on page', 'Turn to page', '→'],
    from: 'Continued from page',
  },
  fr: {
    nouns:
      list(`rivière ville rue école maison gare forêt place scène usine église récolte famille commune montagne région voiture
      fenêtre équipe recherche collection exposition facture administration assemblée décision société mémoire économie bibliothèque
      université coopérative côte langue promesse mairie boulangerie lettre musique énergie direction réunion campagne lumière saison
      bataille histoire question réponse conférence conversation négociation transformation architecture agriculture littérature`),
    adjectives:
      list(`ancienne nouvelle grande petite tranquille difficile publique commune inattendue rare lente aimable chère simple
      belle stricte régionale scientifique extraordinaire durable fiable internationale`),
    verbs: list(`change commence montre ouvre explique perd gagne cherche trouve demande raconte reste ferme aide surprend décrit
      négocie soutient promet observe développe transforme`),
    adverbs: list(
      'demain hier bientôt pourtant peut-être enfin autrefois rarement souvent heureusement lentement parfois certainement',
    ),
    places: list('Lyon Nantes Lille Dijon Rennes Genève Namur Liège Reims Nancy Tours Brest Rouen Lausanne'),
    firstNames: list('Anne Louis Claire Jules Élise Paul Rose Émile Lucie Victor Jeanne Hugo Nina Olivier Marthe Rémi'),
    lastNames: list(
      'Bernard Morel Girard Lambert Fontaine Rousseau Mercier Chevalier Lefèvre Garnier Perrin Bonnet Renard Colin Marchal',
    ),
    brands: list('Alizé Aurore Héron Boréale Épicerie Optique Voyages Meubles'),
    sentences: [
      'La A N V la N de P, et cette N V D.',
      'D, la A N V, parce que Z N de cette N V.',
      '« La N V D, dit F, et aucune A N ne V la N. »',
      'Depuis Z ans, une A N V la N de P.',
      'Qui connaît la N de P V D que la A N V.',
      'Pour F, la N V une A N, mais la N ne V D aucune N.',
      'Après la N, la A N V ; la N V.',
    ],
    titles: ['La A N V', 'Comment la N V la N', 'N sans N', 'Pourquoi la A N V', 'La N de P V D', 'Une A N pour P'],
    sections: list('Politique Culture Économie Sport Sciences Voyage Société Région'),
    slogans: [
      'Maintenant jusqu’à Z pour cent moins cher !',
      'Chez nous seulement : la A N.',
      'Venez nous voir à P.',
      'Téléphone Z Z Z',
    ],
    by: 'Par',
    and: 'et',
    photo: 'Photo :',
    advertisement: 'Publicité',
    briefs: 'En bref',
    letters: ['Courrier des lecteurs', 'Vos lettres', 'Courrier'],
    contents: ['Sommaire', 'Au sommaire'],
    continued: ['Suite page', 'Lire la suite page', '→'],
    from: 'Suite de la page',
  },
}

const LONGEST_UNBROKEN_LETTERS = 8

/** Puts soft hyphens into long words: before a consonant with a vowel on both sides, three letters from both ends. */
export function withSoftHyphens(text: string): string {
  return text.replace(/\p{L}+/gu, (word) =>
    word.length <= LONGEST_UNBROKEN_LETTERS
      ? word
      : word.replace(/(?<=\p{L}{2}[aeiouyäöüéèêô])(?=[bcdfghjklmnpqrstvwxz][aeiouyäöüéèêô]\p{L})/giu, '\u00ad'),
  )
}

/**
 * Puts soft hyphens into words that are longer than a line: before the last consonant between two vowels, three letters from both
 * ends. Shorter words stay whole, as in headlines.
 * @param longest characters that a line holds
 */
export function withHyphensWhereTooLong(text: string, longest: number): string {
  const vowel = 'aeiouyäöüéèêô'
  const places = new RegExp(`(?<=\\p{L}{3})(?<!c)(?<!s(?=c))(?=(?:sch|ch|[bcdfghjklmnpqrstvwxz])[${vowel}]\\p{L})`, 'giu')
  return text.replace(/\p{L}+/gu, (word) => (word.length <= longest ? word : word.replace(places, '\u00ad')))
}

export function fullName(random: Random, language: Language): string {
  const { firstNames, lastNames } = MATERIAL[language]
  const last = random.pick(lastNames)
  return `${random.pick(firstNames)} ${random.chance(0.12) ? `${last}-${random.pick(lastNames)}` : last}`
}

function filled(random: Random, language: Language, pattern: string): string {
  const { nouns, adjectives, verbs, adverbs, places } = MATERIAL[language]
  const noun = () => {
    const one = random.pick(nouns)
    if (language !== 'de' || !random.chance(0.35)) return one
    return `${one.replace(/e$/, 'en')}${random.pick(nouns).toLowerCase()}`
  }
  const text = pattern.replace(/(?<!\p{L})[NAVDPFZ](?!\p{L})/gu, (letter) => {
    if (letter === 'N') return noun()
    if (letter === 'A') return random.pick(adjectives)
    if (letter === 'V') return random.pick(verbs)
    if (letter === 'D') return random.pick(adverbs)
    if (letter === 'P') return random.pick(places)
    if (letter === 'F') return fullName(random, language)
    return String(random.whole(3, 980))
  })
  return text.replace(/^\P{L}*\p{L}/u, (start) => start.toUpperCase())
}

export const sentence = (random: Random, language: Language) =>
  filled(random, language, random.pick(MATERIAL[language].sentences))
export const titleOf = (random: Random, language: Language) => filled(random, language, random.pick(MATERIAL[language].titles))
export const slogan = (random: Random, language: Language) => filled(random, language, random.pick(MATERIAL[language].slogans))

/** Returns the words of a text as they are compared: lower case, without soft hyphens and hyphens at the ends of lines. */
export function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .replace(/\u00ad\s*\n?/g, '')
      .replace(/(\p{L})[-\u2010]\s*\n\s*(?=\p{Ll})/gu, '$1')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}
