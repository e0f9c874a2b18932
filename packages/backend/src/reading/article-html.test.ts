import { expect, test } from 'vitest'
import { cleanArticle, firstParagraph, teaserOf, wordsOf } from './article-html.ts'

const text = (html: string) => html.replace(/<[^>]*>/g, '')

test('a short first paragraph is open unchanged', () => {
  expect(firstParagraph('<p>Der <em>Luchs</em> kehrt zurück.</p><p>Mehr.</p>')).toBe('<p>Der <em>Luchs</em> kehrt zurück.</p>')
})

test('50 words of a long paragraph are open', () => {
  const words = Array.from({ length: 60 }, (_, index) => `w${index}`)
  expect(firstParagraph(`<p>${words.join(' ')}</p>`)).toBe(`<p>${words.slice(0, 50).join(' ')} …</p>`)
  expect(firstParagraph(`${words.join('\n ')}`)).toBe(`<p>${words.slice(0, 50).join(' ')} …</p>`)
})

test.each([
  ['Japanese', '昨日、東京で大雪が降りました。', 15],
  ['Chinese', '昨天东京下了大雪，交通受到影响。', 16],
  ['Thai', 'หิมะตกหนักเมื่อคืนนี้', 21],
])('the free excerpt of an article in %s, which has no spaces, has 50 words', (_, sentence, length) => {
  expect(sentence).toHaveLength(length)
  const open = text(firstParagraph(`<p>${sentence.repeat(80)}</p>`))
  const words = [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(open)].filter(({ isWordLike }) => isWordLike)
  expect(words.length).toBeGreaterThan(40)
  expect(words.length).toBeLessThanOrEqual(50)
  expect(sentence.repeat(80).startsWith(open.replace(/ …$/, ''))).toBe(true)
})

test.each([
  ['long words', `${'Donaudampfschifffahrtsgesellschaft '.repeat(45)}`],
  ['one endless word', 'a'.repeat(100_000)],
  ['one endless word of signs beyond 16 bits', `x${'𠀀'.repeat(50_000)}`],
  ['punctuation', '. . . '.repeat(1000)],
  ['signs that HTML escapes', '&amp;'.repeat(1000)],
])('the free excerpt of %s has at most 400 characters', (_, words) => {
  const open = text(firstParagraph(`<p>${words}</p>`))
  const shown = open.replace(/ …$/, '').replaceAll('&amp;', '&')
  expect(open).toMatch(/ …$/)
  expect(shown.length).toBeGreaterThan(90)
  expect(shown.length).toBeLessThanOrEqual(400)
  expect(shown.isWellFormed()).toBe(true)
  expect(shown).not.toMatch(/&amp|;/)
})

test('does not cut a long word in two', () => {
  const open = text(firstParagraph(`<p>${'Donaudampfschifffahrtsgesellschaft '.repeat(45)}</p>`))
  expect(open).toMatch(/^(Donaudampfschifffahrtsgesellschaft )+…$/)
})

test('an article without text has an empty preview', () => {
  expect(firstParagraph('<ul></ul>')).not.toContain('…')
})

test('a teaser is the beginning of the first paragraph, without markup', () => {
  expect(teaserOf('<h2>Zur Lage</h2><p>Der <em>Luchs</em> &amp; der Wolf\n kehren zurück.</p><p>Mehr.</p>')).toBe(
    'Der Luchs & der Wolf kehren zurück.',
  )
  expect(teaserOf('ohne Absatz')).toBe('ohne Absatz')
  expect(teaserOf('')).toBe('')
})

test('the words of an article that is only a table or a list are apart', () => {
  const table =
    '<table><caption>Gäste</caption><thead><tr><th scope="col">Ort</th><th scope="col">Juni</th></tr></thead><tbody><tr><th scope="row">Alm</th><td>12</td></tr><tr><th scope="row">T<em>a</em>l</th><td>13</td></tr></tbody></table>'
  expect(teaserOf(table)).toBe('Gäste Ort Juni Alm 12 Tal 13')
  expect(firstParagraph(table)).toBe('<p>Gäste Ort Juni Alm 12 Tal 13 …</p>')
  expect(teaserOf('<ul><li>Alm</li><li>Tal &amp; Berg</li></ul>')).toBe('Alm Tal & Berg')
})

test('a long teaser ends between words, and one of HTML that was cut ends before the cut tag', () => {
  const teaser = teaserOf(`<p>${'Wiederkehr, '.repeat(40)}</p>`)
  expect(teaser).toMatch(/^Wiederkehr(, Wiederkehr)+ …$/)
  expect(teaser.length).toBeLessThanOrEqual(152)
  expect(teaserOf('<p>Der Luchs <em')).toBe('Der Luchs')
  expect(teaserOf(`<p>${'語'.repeat(400)}</p>`)).toBe(`${'語'.repeat(150)} …`)
})

test('links keep safe addresses, and are text with others; nothing else has attributes', () => {
  expect(
    cleanArticle(
      '<p class="x">Zum <a href="https://example.org/a?b=1&amp;c=2" onclick="x" target="_top" style="color:red">Fest</a>, <a href="#page=3">Seite 3</a></p>',
    ),
  ).toBe('<p>Zum <a href="https://example.org/a?b=1&amp;c=2" rel="noopener nofollow">Fest</a>, <a href="#page=3">Seite 3</a></p>')
  for (const href of [
    'javascript:alert(1)',
    'java&#10;script:alert(1)',
    'data:text/html,x',
    'file:///x',
    '/account',
    '//x.org',
    '',
  ])
    expect(cleanArticle(`<p><a href="${href}">Wort</a></p>`)).toBe('<p>Wort</p>')
  expect(cleanArticle('<p><a>Wort</a></p>')).toBe('<p>Wort</p>')
  expect(cleanArticle('<p><a href="x:y">A</a> <a href="https://b.org">B</a> <a href="x:y">C <em>D</em></a></p>')).toBe(
    '<p>A <a href="https://b.org/" rel="noopener nofollow">B</a> C <em>D</em></p>',
  )
})

test('tables keep what their heads are for, and nothing else', () => {
  const table =
    '<table><caption>Gäste</caption><thead><tr><th scope="col">Ort</th></tr></thead><tbody><tr><th scope="row">Wien</th><td>12</td></tr></tbody></table>'
  expect(cleanArticle(table)).toBe(table)
  expect(
    cleanArticle('<table border="1" onclick="x"><tr><th scope="x" colspan="9">A</th><td style="x">1</td></tr></table>'),
  ).toBe('<table><tr><th scope="col">A</th><td>1</td></tr></table>')
})

test('elements in very many others are left out, and their words stay', () => {
  const nested = (levels: number) => cleanArticle(`${'<ul><li>'.repeat(levels)}Das Ende${'</li></ul>'.repeat(levels)}`)
  const clean = nested(400)
  expect(clean.match(/<ul>/g)!.length).toBeLessThan(100)
  expect(wordsOf(clean)).toBe('Das Ende')
  // Parsing them would take a minute.
  const started = performance.now()
  expect(nested(100_000)).toBe('<p>Das Ende</p>')
  cleanArticle(`${'<b>'.repeat(2_000)}${'<a href="'.repeat(200_000)}`)
  expect(performance.now() - started).toBeLessThan(5_000)
})

test('program code keeps its lines, and nothing else', () => {
  expect(cleanArticle('<pre class="x"><code>a\n  b</code></pre>')).toBe('<pre>a\n  b</pre>')
})

test('breaks of lines are kept, with white space behind them for who reads the words alone', () => {
  expect(cleanArticle('<p>Die Lampe brennt<br class="x"/>am Tor,<br>\nich geh</p>')).toBe(
    '<p>Die Lampe brennt<br>\nam Tor,<br>\nich geh</p>',
  )
  const verses = '<p>Die Lampe<br>\nbrennt</p>'
  expect(cleanArticle(verses)).toBe(verses)
  expect(firstParagraph(verses)).toBe(verses)
  expect(teaserOf(verses)).toBe('Die Lampe brennt')
  expect(cleanArticle('<pre>a<br>b</pre>')).toBe('<pre>a\nb</pre>')
})

test('references to notes lead to them and back, and do not count as links', () => {
  const note = (number: number) =>
    `<p>Wort<a href="#note=${number}">${number}</a></p><p><a href="#noteref=${number}">${number}</a> Text</p>`
  const html = Array.from({ length: 250 }, (_, at) => note(at + 1)).join('')
  expect(cleanArticle(html)).toBe(html)
  expect(cleanArticle('<a href="#note=0">1</a><a href="#note=1000">1</a><a href="#noteref=x">1</a>')).toBe('111')
})

test('an article has a limited number of links, and cleaning it again changes nothing', () => {
  const clean = cleanArticle(`<p>${'<a href="https://example.org/">Wort</a> '.repeat(300)}</p>`)
  expect(clean.match(/<a /g)).toHaveLength(200)
  expect(text(clean)).toBe('Wort '.repeat(300))
  expect(cleanArticle(clean)).toBe(clean)
})

test('a teaser and the open beginning of a long paragraph have the words of links', () => {
  const html = `<p><a href="https://example.org/">Der Luchs</a> kehrt zurück. ${'Wort '.repeat(80)}</p>`
  expect(teaserOf(html)).toMatch(/^Der Luchs kehrt zurück\. Wort/)
  expect(firstParagraph(html)).toMatch(/^<p>Der Luchs kehrt zurück\. Wort/)
})
