import { expect, test } from 'vitest'
import { line, PAGE } from '../page-model/testing/printed-lines.ts'
import { eachNote } from './footnotes.ts'
import type { Word } from './line.ts'
import { noteReferences } from './note-references.ts'
import { htmlOf, paragraphs } from './paragraphs.ts'
import { type SetLine, setLines } from './set-line.ts'

const set = (texts: readonly string[], page = 1, from = 100): SetLine[] =>
  setLines(
    texts.map((text, index) => line(text, 40, from + index * 12)),
    page,
    PAGE.height,
  )
const note = (text: string, page = 1) => setLines([line(text, 40, 700, { size: 8 })], page, PAGE.height)

/** Returns the words that refer to each note; null for a note without one. */
function found(lines: readonly SetLine[], ...notes: SetLine[][]): (string | null)[] {
  const { numbers, linksOf } = noteReferences(lines, notes)
  return notes.map((each) => {
    const number = numbers.get(each)
    const words = lines.flatMap((of) => {
      const hrefs = linksOf(of)
      return of.line.words.flatMap(([word], at) => (hrefs[at] === `#note=${number}` ? [word] : []))
    })
    return number === undefined ? null : words.join(' ')
  })
}

test.each([
  ['Der Luchs1 kehrt zurück.', '1 Vgl. Moos.', 'Luchs1'],
  ['Er kehrt zurück.1 Sie auch.', '1 Vgl. Moos.', 'zurück.1'],
  ['Er kehrt „zurück“12, sagt sie.', '12 Vgl. Moos.', '„zurück“12,'],
  ['Er kehrt zurück (Moos 2014)3 und bleibt.', '3 Vgl. Moos.', '2014)3'],
  ['Der Luchs² kehrt zurück.', '2 Vgl. Moos.', 'Luchs²'],
  ['Der Luchs2 kehrt zurück.', '² Vgl. Moos.', 'Luchs2'],
  ['Der Luchs* kehrt zurück.', '* Name geändert.', 'Luchs*'],
  ['Der Luchs ** kehrt zurück.', '** Name geändert.', '**'],
  ['Der Luchs† kehrt zurück.', '† Gestorben.', 'Luchs†'],
])('%s refers to %s', (text, printed, word) => {
  expect(found(set([text]), note(printed))).toEqual([word])
})

test.each([
  ['Die Straße A1 ist gesperrt.', '1 Vgl. Moos.'],
  ['Im Jahr 2011 kamen 1 oder 2 zurück.', '1 Vgl. Moos.'],
  ['Version 2.1 ist da.', '1 Vgl. Moos.'],
  ['Es gilt f(2)1 und 3.', '1 Vgl. Moos.'],
  ['Die Leser*innen sind da.', '* Name geändert.'],
  ['Der Luchs13 kehrt zurück.', '1 Vgl. Moos.'],
  ['Die Luft hat mehr CO2.', '2 Vgl. Moos.'],
  ['Es sind 50 mg2 im Wasser.', '2 Vgl. Moos.'],
  ['Der Wald hat 40 km² und 3 m².', '2 Vgl. Moos.'],
  ['Mehr auf www.example.org/seite1 heute.', '1 Vgl. Moos.'],
  ['* * *', '* Name geändert.'],
  ['Der Luchs kehrt zurück.', 'Ohne Zeichen.'],
])('%s does not refer to %s', (text, printed) => {
  expect(found(set([text]), note(printed))).toEqual([null])
})

test('a raised number is small and is above the foot of its line; a number of the sentence is neither', () => {
  const [first] = set(['Der Luchs kehrt'])
  const words = first!.line.words
  const [, x, y, , height] = words.at(-1)!
  const raised = (share: number): Word => ['1', x + 0.1, y, 0.005, height * share]
  const lineWith = (word: Word): SetLine => ({ ...first!, line: { ...first!.line, words: [...words, word] } })
  expect(found([lineWith(raised(0.6))], note('1 Vgl. Moos.'))).toEqual(['1'])
  expect(found([lineWith(raised(1))], note('1 Vgl. Moos.'))).toEqual([null])
})

test('each page counts from 1: the page of the note decides, and another page only if no other note has the mark', () => {
  const lines = [...set(['Der Wolf1 kommt.']), ...set(['Der Luchs1 auch.'], 2)]
  expect(found(lines, note('1 Eins.'), note('1 Zwei.', 2))).toEqual(['Wolf1', 'Luchs1'])
  expect(found(set(['Der Wolf1 kommt.']), note('1 Eins.', 2))).toEqual(['Wolf1'])
  expect(found(set(['Der Wolf1 kommt.']), note('1 Eins.'), note('1 Zwei.', 2))).toEqual(['Wolf1', null])
  expect(found(set(['Der Wolf1 kommt.'], 2), note('1 Eins.'))).toEqual([null])
})

test.each([
  ['Seit Covid19 ist es „so“.19 Und nun?', '19 Vgl. Moos.', '„so“.19'],
  ['Auf Sat1 lief es, und der Luchs¹ kam.', '1 Vgl. Moos.', 'Luchs¹'],
  ['Auf Sat1 und wieder Sat1 kam der Luchs1 vor.', '1 Vgl. Moos.', 'Luchs1'],
  ['Mehr CO2 und der Luchs2 kam.', '2 Vgl. Moos.', 'Luchs2'],
])('in "%s" a name with a number does not take the place of the reference to %s', (text, printed, word) => {
  expect(found(set([text]), note(printed))).toEqual([word])
})

test('a number behind capitals refers to a note between the places of the notes before and after it, and only there', () => {
  const notes = () => ['1 Eins.', '2 Zwei.', '3 Drei.'].map((text) => note(text))
  const lines = set(['Der Luchs1 steht im Netz CIDOC-CRM2 und', 'der Wolf3 auch.'])
  expect(found(lines, ...notes())).toEqual(['Luchs1', 'CIDOC-CRM2', 'Wolf3'])
  expect(found(set(['Mehr CO2, ein Luchs1 und ein Wolf3.']), ...notes())).toEqual(['Luchs1', null, 'Wolf3.'])
  expect(found(set(['Der Luchs1, das CO2, das NO2 und ein Wolf3.']), ...notes())).toEqual(['Luchs1,', null, 'Wolf3.'])
  expect(found(set(['Der Luchs1 und das CO2.']), ...notes().slice(0, 2))).toEqual(['Luchs1', null])
})

test('a number behind another one in brackets refers to a note between those of the notes before and after it', () => {
  const lines = set(['Der Wolf kommt.25 Das ist selten', '(siehe Abschnitt 3.2)26 und neu.27'])
  const notes = ['25 Vgl. Moos.', '26 Vgl. Lind.', '27 Vgl. Auer.'].map((text) => note(text))
  expect(found(lines, ...notes)).toEqual(['kommt.25', '3.2)26', 'neu.27'])
  expect(found(lines, notes[1]!)).toEqual([null])
})

test('a written address keeps its own link', () => {
  const lines = set(['Mehr auf www.example.org/seite1 heute.'])
  const { linksOf } = noteReferences(lines, [note('1 Vgl. Moos.')])
  expect(htmlOf(paragraphs(lines, 10, linksOf))).toContain('<a href="https://www.example.org/seite1">')
})

test('two notes with one mark on a page are referred to one after the other', () => {
  expect(found(set(['Der Wolf* kommt.', 'Der Luchs* auch.']), note('* Eins.'), note('* Zwei.'))).toEqual(['Wolf*', 'Luchs*'])
})

test('the mark alone is linked, also where a word is divided, and no word changes', () => {
  const lines = set(['Der Luchs kehrt in den Zeitungs-', 'kiosk1 zurück, „sagt“2.'])
  const notes = eachNote([...note('1 Eins.'), ...note('2 Zwei.')])
  const { linksOf } = noteReferences(lines, notes)
  expect(htmlOf(paragraphs(lines, 10, linksOf))).toBe(
    '<p>Der Luchs kehrt in den Zeitungskiosk<a href="#note=1">1</a> zurück, „sagt“<a href="#note=2">2</a>.</p>',
  )
  expect(htmlOf(paragraphs(lines, 10, linksOf)).replace(/<a[^>]*>|<\/a>/g, '')).toBe(htmlOf(paragraphs(lines, 10)))
})

/** Hostile files must not occupy the importing process. */
const MOST_MS = 3000

test.each([
  ['one mark', () => '7'],
  ['marks of their own', (index: number) => String(index % 1000)],
])('thousands of notes with %s, and as many lines, take no more than seconds; links lead to 999 of them', (_, markOf) => {
  const lines = Array.from({ length: 4000 }, (_, index) => set([`Der Luchs${markOf(index)} kehrt in den Wald zurück.`])[0]!)
  const notes = lines.map((_, index) => note(`${markOf(index)} Vgl. Moos.`))
  const start = performance.now()
  expect(noteReferences(lines, notes).numbers.size).toBe(999)
  expect(performance.now() - start).toBeLessThan(MOST_MS)
})

test('lines full of numbers and signs take no more than seconds', () => {
  const lines = ['1 '.repeat(8000), '* '.repeat(8000), `${'1.'.repeat(8000)}`, 'a1 '.repeat(8000)].flatMap((text) =>
    set([text.trim()]),
  )
  const start = performance.now()
  noteReferences(lines, [note('1 Vgl. Moos.')])
  expect(performance.now() - start).toBeLessThan(MOST_MS)
})
