import { expect, test } from 'vitest'
import { bylineApart } from './byline.ts'

const parts = (...texts: string[]) => texts.map((text) => ({ text }))

test('recognises the name below the headline in three languages and removes it from the text', () => {
  for (const [line, byline] of [
    ['Von Mara Winkelhofer', 'Mara Winkelhofer'],
    ['Text: Jonas Ebenthal und Ida von Rossbacher', 'Jonas Ebenthal und Ida von Rossbacher'],
    ['By Maud Ellery', 'Maud Ellery'],
    ['By J. Sparrow L I V I N G', 'J. Sparrow'],
    ['Par Léonie Marceval', 'Léonie Marceval'],
  ] as const) {
    expect(bylineApart(parts('Ein Vorspann.', line, 'Der erste Absatz.'))).toEqual({
      byline,
      rest: parts('Ein Vorspann.', 'Der erste Absatz.'),
    })
  }
})

test('neither a sentence nor a name far below the headline is a byline', () => {
  for (const text of ['Von Wien nach Graz fährt man gern.', 'Von hier an', 'By the river', 'Text', 'Von Mara'])
    expect(bylineApart(parts(text))).toEqual({ byline: '', rest: parts(text) })
  const far = parts('eins', 'zwei', 'drei', 'vier', 'Von Mara Auer')
  expect(bylineApart(far)).toEqual({ byline: '', rest: far })
})
