import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeIssue } from './layouts.ts'
import { printWithPdfkit } from './pdfkit-engine.ts'
import { readIssue } from './read-issue.ts'
import { addedRoles, compareRoles, linesOfRoles, trueRoles } from './roles.ts'

const body = { page: 1, role: 'body' as const, words: ['one', 'two', 'two', 'three'] }
const caption = { page: 1, role: 'caption' as const, words: ['four'] }

test('a word counts once for each time it is printed, with the role that it was given on its page', () => {
  const found = [
    { ...body, words: ['one', 'two', 'four'] },
    { ...caption, words: ['three'] },
    { ...body, page: 2, words: ['two'] },
  ]
  const sums = compareRoles([body, caption], found)
  expect(sums.body).toEqual({ truth: 4, found: 3, right: 2 })
  expect(sums.caption).toEqual({ truth: 1, found: 1, right: 0 })
  expect(linesOfRoles(addedRoles([sums, sums]))).toEqual([
    'body           precision  66.7 %, recall  50.0 % of 8 words',
    'caption        precision   0.0 %, recall   0.0 % of 2 words',
  ])
})

test('a drop cap is right if its letter is put before the word of the text', () => {
  const initial = { page: 1, role: 'drop cap' as const, words: ['snow'] }
  const sums = (words: string[]) => compareRoles([body, initial], [{ ...body, words }])['drop cap']
  expect([sums(['snow', 'one']).right, sums(['s', 'now', 'one']).right]).toEqual([1, 0])
})

test('the roles of a printed issue are compared: all words of the text are on its pages', async () => {
  const issue = makeIssue(3)
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg=='
  const pdf = await printWithPdfkit(issue, Array(6).fill(Buffer.from(pixel, 'base64')))
  const folder = await mkdtemp(join(tmpdir(), 'roles-'))
  try {
    await writeFile(join(folder, 'issue.pdf'), pdf)
    const { roles } = await readIssue(join(folder, 'issue.pdf'))
    const sums = compareRoles(trueRoles(issue), roles())
    expect(sums.body.truth).toBeGreaterThan(200)
    expect(sums.body.right).toBeGreaterThan(0.9 * sums.body.truth)
    expect(sums.headline.right).toBeGreaterThan(0)
  } finally {
    await rm(folder, { recursive: true })
  }
})
