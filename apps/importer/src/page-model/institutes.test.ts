import { expect, test } from 'vitest'
import type { Line } from '../text/line.ts'
import { findArticles } from './articles.ts'
import { orderedPages } from './ordered-pages.ts'
import { column, line, PAGE } from './testing/printed-lines.ts'

/** The HTML of a paper with these lines between the headline and the text, and these below it. */
function paper(between: Line[], below: Line[] = []): string {
  const lines = [
    line('A course about bridges', 100, 60, { size: 20, bold: true }),
    ...between,
    ...column('text', 100, 200, 30),
    ...below,
  ]
  const [article] = findArticles(orderedPages([{ lines, ...PAGE }]), [])
  return article!.html
}
const names = (text: string) => line(text, 100, 100, { size: 12, bold: true })
const small = (text: string, y: number) => line(text, 100, y, { size: 8 })

test('institutes below the names are notes at the end, one by one, wherever their lines break', () => {
  const html = paper([
    names('Ida Lind 1,2* and Jo Steg2'),
    small('1 Department of Bridges, University of Graz 2 Institute for', 120),
    small('Rivers, 12 Market Street, Graz * Both did the same work.', 130),
  ])
  expect(html).toMatch(/^<p>text1/)
  expect(html.split('\n').slice(-3)).toEqual([
    '<p><a href="#noteref=1">1</a> Department of Bridges, University of Graz</p>',
    '<p><a href="#noteref=2">2</a> Institute for Rivers, 12 Market Street, Graz</p>',
    '<p><a href="#noteref=3">*</a> Both did the same work.</p>',
  ])
})

test('a note at the foot of the page whose sign is behind a name is one, too', () => {
  const html = paper([names('Ida Lind1∗'), small('1 University of Graz', 120)], [small('∗Corresponding author', 740)])
  expect(html).toContain('<p><a href="#noteref=1">1</a> University of Graz</p>')
  expect(html).toMatch(/<p><a href="#noteref=2">∗<\/a> Corresponding author<\/p>$/)
})

test.each([
  ['no name has their mark', [names('Ida Lind'), small('1 Department of Bridges is where it began', 120)]],
  ['they are as large as the text', [names('Ida Lind1'), line('1 Department of Bridges is where it began', 100, 120)]],
])('lines that begin with a number stay text if %s', (_, between) => {
  expect(paper(between)).toMatch(/^<p>1 Department of Bridges/)
})
