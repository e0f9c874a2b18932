import { expect, test } from 'vitest'
import { ImportProgress } from './import-progress.ts'

function shown(isTTY: boolean) {
  const written: string[] = []
  let now = 0
  const progress = new ImportProgress({ write: (text) => written.push(text), isTTY, columns: 100 }, () => now)
  return {
    progress,
    written,
    at(milliseconds: number) {
      now = milliseconds
    },
  }
}

const imported = { outcome: 'imported', uid: 'x', pages: 1, line: 'Bergblick, Nr. 1' } as const

test('a terminal shows progress, speed and remaining time', () => {
  const { progress, written, at } = shown(true)
  at(10_000)
  progress.progress({ pages: 50, share: 0.25 })
  expect(written).toEqual([`${'█'.repeat(6)}${'░'.repeat(18)} 25 %  50 pages, 5.0 a second, 30 s left`])
})

test('the line of a finished file replaces the progress bar', () => {
  const { progress, written, at } = shown(true)
  at(1000)
  progress.progress({ pages: 1, share: 0.5 })
  progress.file('/issues/a.pdf', imported)
  expect(written.slice(1)).toEqual(['\r\u001b[K', 'imported       /issues/a.pdf: Bergblick, Nr. 1 (1 page)\n'])
})

test('without a terminal it prints complete lines only, and a summary', () => {
  const { progress, written, at } = shown(false)
  at(5000)
  progress.progress({ pages: 9, share: 0.9 })
  progress.file('/issues/b.pdf', { outcome: 'rejected', line: 'is empty (0 bytes): copy or export it again' })
  at(10_000)
  progress.end({ imported: 1, replaced: 0, alreadyThere: 2, rejected: 1, pages: 40 })
  expect(written).toEqual([
    'rejected       /issues/b.pdf is empty (0 bytes): copy or export it again\n',
    '1 imported, 0 replaced, 2 already there, 1 rejected; 40 pages in 10 s, 4.0 a second\n',
  ])
})
