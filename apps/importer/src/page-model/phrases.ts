// Words by which printed pages name what they show, in the languages of our titles.

/** "Fortsetzung auf Seite 3", "Continued on page 12: Bridges", "Suite page 4", "→ 12". Groups: page, catchword. */
const JUMPS = [
  /^[\s»›>▶►→(–-]*(?:(?:fortsetzung|weiter|mehr(?: dazu)?|lesen sie (?:mehr|weiter)|bericht|weiterlesen|fortgesetzt)(?: bitte)?\s*:?\s*(?:auf|siehe|lesen sie)?\s*(?:auf\s+)?(?:der\s+)?(?:seite|s\.)|(?:continued|more|story|full story|read more|turn|see)\s*(?:on|to)?\s*(?:page|p\.?)|(?:suite|lire(?: la suite| page)?|à suivre|la suite|voir)\s*(?:en|à la|à|,)?\s*(?:page|p\.))\s*(\d{1,3})\b(?:\s*[.»›>▶►→)]*\s*$|\s*[:–—-]\s*(.{1,60})$)/iu,
  /^(?:[→▶►➔➜➤»]+|[-=]>)\s*(?:seite|page|s\.|p\.)?\s*(\d{1,3})\b[\s.:)]*()$/iu,
]
/** "Fortsetzung von Seite 1", "Continued from page 1", "Suite de la page 1". Groups: page, catchword. */
const JUMPED =
  /^[\s«‹<◀◄←(–-]*(?:(?:fortsetzung|fortgesetzt)\s+von\s+(?:der\s+)?(?:seite|s\.)\s*(\d{1,3})|(?:continued|story continued)\s+from\s+(?:page|p\.?)\s*(\d{1,3})|suite\s+de\s+(?:la\s+)?(?:page|p\.)\s*(\d{1,3}))[\s.:»)–-]*(.*)$/iu

const MOST_OF_JUMP = 120

/** Returns where a text says that it continues, as printed on the pages; null if it does not. */
export function jumpIn(text: string): { page: number; word: string } | null {
  if (text.length > MOST_OF_JUMP) return null
  for (const pattern of JUMPS) {
    const found = pattern.exec(text) ?? pattern.exec(afterCatchword(text))
    if (found) return { page: Number(found[1]), word: catchwordOf(text, found[2]) }
  }
  return null
}

/** Returns where a text says that it comes from; null if it does not. */
export function jumpedFrom(text: string): { page: number; word: string } | null {
  if (text.length > MOST_OF_JUMP) return null
  const found = JUMPED.exec(text) ?? JUMPED.exec(afterCatchword(text, ENDS_OF_CATCHWORD))
  const page = found?.[1] ?? found?.[2] ?? found?.[3]
  return page ? { page: Number(page), word: catchwordOf(text, found![4]) } : null
}

/** Jumps after which an article does not continue below: others may refer to another article. */
const LAST = /^[\s»›>▶►→(–-]*(?:fortsetzung|fortgesetzt|continued|suite|à suivre|lire la suite|[→▶►➔➜➤]|[-=]>)/iu

/** Whether an article says that it continues elsewhere, and not only that there is more. */
export const isInterrupted = (jump: string) => LAST.test(jump) || LAST.test(afterCatchword(jump))

/** "Brücken: Fortsetzung auf Seite 3". */
const afterCatchword = (text: string, ends = /^[^:–—|]{2,60}[:–—|]\s*/u) => text.replace(ends, '')
/** "Bridges, continued from page 1". */
const ENDS_OF_CATCHWORD = /^[^:–—|,(]{2,60}[:–—|,(]\s*/u
const catchwordOf = (text: string, after: string | undefined) =>
  after?.trim() || (afterCatchword(text, ENDS_OF_CATCHWORD) === text ? '' : text.split(/[:–—|,(]/u)[0]!.trim())

/** A mark above advertisements. */
const ADVERTISEMENT =
  /^[\s–—*•·([-]*(?:anzeigen?|bezahlte anzeige|entgeltliche (?:ein|anzeige)\S*|werbung|bezahlte einschaltung|advertorial|advertisements?|advertising|sponsored(?: content)?|paid (?:content|post)|promotion|publicités?|annonces?|publi-?(?:reportage|rédactionnel|communiqué)|communiqué)[\s–—*•·)\]:-]*$/iu

export const isAdvertisementMark = (text: string) => text.length <= 40 && ADVERTISEMENT.test(text)

/** Names of parts of an issue that are not articles, in outlines and headings. */
const PART_OF_ISSUE =
  /^(?:(?:front |back )?cover|titel(?:seite|blatt)|umschlag|rückseite|couverture|contents|table of contents|inhalt(?:sverzeichnis)?|sommaire|impressum|imprint|masthead|mentions légales)$/iu

export const isPartOfIssue = (title: string) => PART_OF_ISSUE.test(title.trim())

/** "Leserbriefe", "Letters to the editor", "Courrier des lecteurs". */
const LETTERS =
  /^(?:(?:leser(?:innen)?|hörer)?briefe?|leser(?:post|forum|stimmen|meinungen?)|(?:ihre |eure )?(?:briefe|zuschriften|post)(?: an (?:die redaktion|uns))?|(?:your |readers['’]? |reader )?letters?(?: to (?:the editor|us))?|(?:le )?courrier(?: des? (?:lecteurs|lectrices|abonnés))?|(?:vos |les )?lettres(?: (?:à la rédaction|de(?:s)? lecteurs))?|(?:la )?parole aux lecteurs|vous nous écrivez)$/iu

/** Whether a heading is the name of a column of letters, even of a single letter. */
export const isNameOfLetters = (text: string) => text.length <= 40 && LETTERS.test(text.trim())

/** "Foto: Ida Lind", "© Reuters". */
const CREDIT =
  /^(?:\(?\s*(?:fotos?|photos?|bild(?:er)?|illustrations?|grafik|graphic|crédit(?: photo)?|picture|image|credit|photograph[ysié]*)s?(?:\s*(?:by|von|de|par|credit)?\s*[:/©])|©)/iu
/** "Photo by J. Ellery": the whole text is a name. */
const CREDIT_OF_NAME =
  /^\(?(?:[Ff]oto|[Pp]hoto|[Bb]ild|[Ii]llustration|[Gg]rafik|[Gg]raphic)s?\s+(?:by|von|par)(?:\s+\p{Lu}[\p{L}.’'-]*){2,5}\)?$/u

export const isCredit = (text: string) => text.length <= 90 && (CREDIT.test(text) || CREDIT_OF_NAME.test(text))

/** "Abbildung 3: …", "Fig. 2. …". */
const CAPTION = /^(?:abb(?:ildung|\.)|fig(?:ure|\.)?|tab(?:elle|leau|le|\.)|bild|grafik|illustration|image)\s*\d{1,3}\s*[.:]/iu

export const isLabelledCaption = (text: string) => CAPTION.test(text)

/** The end of a sentence, also before a French quotation mark, which has a space before it. */
export const ENDS_SENTENCE = /[.!?…:](?:\s*[“”"»«’)])*$/u

/** Offers of advertisements: prices, telephone numbers, addresses. */
const OFFER =
  /€|\bEUR\b|CHF|\$\s?\d|£\s?\d|www\.|https?:|\b\w+\.(?:com|de|at|ch|fr|org|example|test)\b|\btel\.?\b|\+?\d[\d /-]{6,}\d|-?\d{1,2}\s?%|\b(?:jetzt|gratis|rabatt|angebot|aktion|only|free|offer|sale|order now|buy|visit|offre|gratuit|promo|soldes|réservez|bestellen|buchen)\b/giu

export const offersIn = (text: string) => text.match(OFFER)?.length ?? 0
