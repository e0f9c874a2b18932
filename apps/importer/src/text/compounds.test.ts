import { expect, test } from 'vitest'
import { line } from '../page-model/testing/printed-lines.ts'
import { compoundsOf } from './compounds.ts'
import { runningText } from './page-text.ts'

/** Returns the text of the first two lines of an issue. */
function textOf(...texts: string[]): string {
  const lines = texts.map((text) => ({ line: line(text, 0, 0) }))
  const marked = compoundsOf([lines.map((each) => each.line)])(lines.slice(0, 2))
  return runningText(
    marked.map((each) => each.line),
    ' ',
  )
}

test('a word that the issue writes with a hyphen elsewhere keeps it at the end of a line', () => {
  expect(textOf('an (Open-', 'air), stage', 'Every open-air stage')).toBe('an (Open-air), stage')
})

test('a word that the issue also writes without a hyphen, or never with one, loses it', () => {
  expect(textOf('an open-', 'air stage', 'open-air and openair')).toBe('an openair stage')
  expect(textOf('the moun-', 'tain hut', 'Every mountain')).toBe('the mountain hut')
  expect(textOf('the moun-', 'tain hut', 'the moun-', 'tain again')).toBe('the mountain hut')
})
