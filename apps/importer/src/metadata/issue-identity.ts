import { createHash } from 'node:crypto'
import { basename, extname } from 'node:path'
import { isDay } from '@kiosk/domain/iso-time'
import anyAscii from 'any-ascii'
import type { PdfInfo } from '../pdf/open-pdf.ts'
import { parseIssueDate } from './issue-date.ts'
import { oneLine, type Sidecar } from './sidecar.ts'

/** Title, issue and day of a file, from its sidecar, its name and the properties of the PDF. */
export type Identity = {
  title: string
  key: string
  name: string
  number: string | null
  volume: string | null
  edition: string | null
  date: string
  /** Last day of a double issue or of a range; null = one date. */
  dateEnd: string | null
  /** False if the date was guessed from the dates of the PDF. */
  dateIsSure: boolean
}

const MONTHS =
  'jan(?:uary|uar|ner|vier)?|feb(?:ruary|ruar|er)?|f[ée]v(?:rier)?|m[aä]r(?:ch|z|s)?|a[pv]r(?:il)?|ma[iy]|jun[ei]?|juin|jul[iy]?|juillet|aug(?:ust)?|ao[uû]t|sep(?:t(?:ember|embre)?)?|o[ck]t(?:ober|obre)?|nov(?:ember|embre)?|de[cz](?:ember)?|d[ée]cembre'
const SEASONS = 'spring|summer|autumn|winter|frühjahr|frühling|sommer|herbst|printemps|été|automne|hiver'
/**
 * The part of a file name that identifies the issue, at its end: "#30 …", "Nr. 15", "November 2026", "2026-11-21". Separators are
 * only looked for where they begin, because names and titles can have hundreds of spaces or hyphens.
 */
const ISSUE_PART = new RegExp(
  `^([^\\p{L}\\n]*\\p{L}.*?)(?<![\\s,;:–—-])[\\s,;:–—-]+((?:#|n[ro°]\\.?|no\\.|heft|ausgabe|issue|num[ée]ro|vol(?:ume|\\.)?|band|${MONTHS}|${SEASONS})?\\.?\\s*#?\\d.*)$`,
  'iu',
)
const NUMBER = /(?:#|\bn[ro°]\.?|\bno\.?|\bheft|\bausgabe|\bissue|\bnum[ée]ro)\s*#?(\d+(?:[/–-]\d+)?)/iu
const VOLUME = /\b(?:vol(?:ume|\.)?|band|jahrgang|jg\.)\s*(\d+)/iu

/** @param changed day of the last change of the file, used if there is no other date */
export function identify(path: string, sidecar: Sidecar, pdfInfo: Pick<PdfInfo, 'title' | 'created'>, changed: string): Identity {
  const fileName = basename(path, extname(path))
  const inFileName = dayIn(fileName)
  // Programs set the title to "untitled" or to the name of a layout file.
  const ownTitle =
    /\p{L}{2}/u.test(pdfInfo.title) && !/untitled|unbenannt|\.(indd|docx?|qxp|sla|pdf)\b/i.test(pdfInfo.title)
      ? pdfInfo.title
      : ''
  const guessed = split(ownTitle || readable(fileName))
  const title = sidecar.title ?? guessed.title
  const period = sidecar.date ? parseIssueDate(sidecar.date) : null
  const date = period?.first ?? inFileName ?? pdfInfo.created ?? changed
  const dateEnd = sidecar.dateEnd ? parseIssueDate(sidecar.dateEnd) : null
  const name =
    sidecar.issue ?? (sidecar.title ? split(readable(fileName)).name : guessed.name) ?? sidecar.number ?? sidecar.date ?? date
  return {
    title,
    key: sidecar.key ?? keyOf(title),
    name,
    number: sidecar.number ?? NUMBER.exec(name)?.[1] ?? null,
    volume: sidecar.volume ?? VOLUME.exec(name)?.[1] ?? null,
    edition: editionOf(sidecar),
    date,
    dateEnd: dateEnd ? (dateEnd.last ?? dateEnd.first) : (period?.last ?? null),
    dateIsSure: (sidecar.date ?? inFileName) !== null,
  }
}

/** A language edition is an edition named for its language. */
function editionOf({ edition, language, languageEdition }: Sidecar): string | null {
  if (!languageEdition || !language) return edition ?? null
  return edition ? `${edition} (${language})` : language
}

const GERMAN: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l' }
const LONGEST_KEY_CHARACTERS = 80

/**
 * Returns the key of a title in addresses: "Der Erzähler (St. Gallen)" is `der-erzaehler-st-gallen`, "Вести DE" is `vesti-de`.
 * Names that a key cannot distinguish, because they are too long or have characters without a Latin spelling, get a suffix.
 */
export function keyOf(name: string): string {
  const letters = latinLetters(name)
  const latin = anyAscii(letters)
  const lost = [...letters].some((letter) => /[\p{L}\p{N}]/u.test(letter) && anyAscii(letter) === '')
  const key = hyphenated(latin)
  if (key && !lost && key.length <= LONGEST_KEY_CHARACTERS) return key
  const suffix = createHash('sha256').update(name.normalize('NFC')).digest('hex').slice(0, 10)
  return key ? `${key.slice(0, LONGEST_KEY_CHARACTERS - 11).replace(/-+$/, '')}-${suffix}` : `title-${suffix}`
}

/** Returns the key that earlier versions derived from this name, without its non-Latin letters. Existing titles keep it. */
export function formerKeyOf(name: string): string {
  const key = hyphenated(latinLetters(name)).slice(0, LONGEST_KEY_CHARACTERS).replace(/-+$/, '')
  return key || `title-${createHash('sha256').update(name).digest('hex').slice(0, 10)}`
}

function latinLetters(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüßæœøł]/g, (letter) => GERMAN[letter]!)
    .normalize('NFD')
    .replace(/(?<=[a-z])\p{M}+/gu, '')
    .normalize('NFC')
}

function hyphenated(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
}

function readable(fileName: string): string {
  const words = fileName
    .normalize('NFC')
    .replace(/[_]+/g, ' ')
    .replace(/(\p{L})-(?=\p{L})/gu, '$1 ')
  return oneLine(words) || 'Untitled'
}

function split(text: string): { title: string; name: string | undefined } {
  const parts = ISSUE_PART.exec(text)
  return parts ? { title: parts[1]!.trim(), name: parts[2]!.trim() } : { title: text, name: undefined }
}

function dayIn(text: string): string | null {
  const found = /(?<!\d)(1[5-9]\d\d|20\d\d)[-_.]?(0[1-9]|1[0-2])(?:[-_.]?(0[1-9]|[12]\d|3[01]))?(?!\d)/.exec(text)
  const day = found && `${found[1]}-${found[2]}-${found[3] ?? '01'}`
  return day && isDay(day) ? day : null
}
