import { expect, test } from 'vitest'
import { csvText } from './csv-text.ts'

const bytesOf = (text: string, encoding: 'utf8' | 'latin1') => Uint8Array.from(Buffer.from(text, encoding)).buffer

test.each(['utf8', 'latin1'] as const)('a CSV file in %s keeps its letters', (encoding) => {
  expect(csvText(bytesOf('title_de\nFrühling für Übermütige', encoding))).toBe('title_de\nFrühling für Übermütige')
})
