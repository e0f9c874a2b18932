import { expect, test } from 'vitest'
import { parseIssueDate } from './issue-date.ts'

test.each([
  ['2026-11-21', '2026-11-21', null],
  ['1784-12', '1784-12-01', null],
  ['2019', '2019-01-01', null],
  ['2021/2023', '2021-01-01', '2023-12-31'],
  ['2026-Q3', '2026-07-01', null],
  ['2026-q1/2026-q2', '2026-01-01', '2026-06-30'],
  ['2026-Herbst', '2026-09-01', null],
  ['2026-été', '2026-06-01', null],
  ['2026-Winter', '2026-12-01', null],
  ['2026-01/2026-02', '2026-01-01', '2026-02-28'],
  ['2024-01/02', '2024-01-01', '2024-02-29'],
  ['2026-11-21/28', '2026-11-21', '2026-11-28'],
  ['2026-Herbst/2026-Winter', '2026-09-01', '2027-02-28'],
])('parses the date %s', (text, first, last) => expect(parseIssueDate(text)).toEqual({ first, last }))

test.each([
  '',
  '26-11-21',
  '2026-13',
  '2026-02-30',
  '2026-Q5',
  '2026-11-21/2026-11-01',
  '0000',
  '2026/2027/2028',
  '2026-Karneval',
])('rejects "%s" as a date', (text) => expect(parseIssueDate(text)).toBeNull())
