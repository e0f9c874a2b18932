import { expect, test } from 'vitest'
import type { Line } from '../text/line.ts'
import type { Box } from '../text/set-line.ts'
import { findArticles } from './articles.ts'
import { orderedPages } from './ordered-pages.ts'
import { line, PAGE, shuffled } from './testing/printed-lines.ts'

/** Lines of a text that says what it is in every line, and ends with a sentence. */
const text = (name: string, x: number, y: number, count: number, size = 10): Line[] =>
  Array.from({ length: count }, (_, index) =>
    line(`${name} ${index === 0 ? 'beginnt' : 'steht'} hier in der Zeile${index === count - 1 ? '.' : ''}`, x, y + index * 12, {
      size,
    }),
  )
const bold = { bold: true as const }
const headline = (words: string, x: number, y: number, size = 24) => line(words, x, y, { size, ...bold })
const frame = (x: number, y: number, width: number, height: number): Box[] => [
  { x: x / PAGE.width, y: y / PAGE.height, width: width / PAGE.width, height: 0 },
  { x: x / PAGE.width, y: (y + height) / PAGE.height, width: width / PAGE.width, height: 0 },
  { x: x / PAGE.width, y: y / PAGE.height, width: 0, height: height / PAGE.height },
  { x: (x + width) / PAGE.width, y: y / PAGE.height, width: 0, height: height / PAGE.height },
]

/** A front page with a story that continues inside, briefs in a box, and an advertisement. */
const FRONT = {
  lines: [
    line('KULTUR', 40, 60, { size: 9, ...bold }),
    headline('Die Brücke ist offen', 40, 72),
    line('Von Mara Auer', 40, 106, bold),
    ...text('Brücke', 40, 124, 10),
    ...text('Ufer', 210, 124, 9),
    line('Fortsetzung auf Seite 2', 210, 236, { size: 9, ...bold }),
    headline('Kurz gemeldet', 405, 66, 15),
    line('Der erste Zug', 405, 90, { size: 11, ...bold }),
    ...text('Zug', 405, 106, 4),
    line('Das neue Dach', 405, 164, { size: 11, ...bold }),
    ...text('Dach', 405, 180, 4),
    headline('Am Markt wird gebaut', 40, 300, 18),
    ...text('Markt', 40, 330, 12),
    ...text('Stand', 210, 330, 12),
    line('Anzeige', 410, 300, { size: 6 }),
    line('Nur heute!', 415, 320, { size: 20 }),
    line('Stiefel um 49,90 €', 415, 360, { size: 12 }),
  ],
  rules: [...frame(398, 60, 180, 180), ...frame(405, 312, 170, 90)],
}
const INSIDE = {
  lines: [
    headline('Die Brücke', 40, 60, 16),
    line('Fortsetzung von Seite 1', 40, 82, { size: 9 }),
    ...text('Strom', 40, 100, 12),
    ...text('Schiff', 210, 100, 12),
    headline('Neues vom See', 40, 300, 18),
    ...text('See', 40, 330, 10),
    line('Das Eis', 40, 462, { size: 11, ...bold }),
    ...text('Eis', 40, 478, 10),
    ...text('Wind', 210, 330, 12),
  ],
  rules: [],
}
const found = (seed: number | null) =>
  findArticles(
    orderedPages(
      [FRONT, INSIDE].map((page) => ({ ...PAGE, ...page, lines: seed === null ? page.lines : shuffled(page.lines, seed) })),
    ),
    [],
  )

test('a front page has articles: with authors, its part inside, and briefs as items', () => {
  const articles = found(null)
  expect(articles.map(({ headline, byline, firstPage, lastPage }) => [headline, byline, firstPage, lastPage])).toEqual([
    ['Die Brücke ist offen', 'Mara Auer', 1, 2],
    ['Der erste Zug', '', 1, 1],
    ['Das neue Dach', '', 1, 1],
    ['Am Markt wird gebaut', '', 1, 1],
    ['Neues vom See', '', 2, 2],
  ])
  const order = (html: string) => [...html.matchAll(/(\p{Lu}\p{L}+) (?:beginnt|steht)/gu)].map(([, name]) => name)
  const [story, , , market, lake] = articles
  expect([...new Set(order(story!.html))]).toEqual(['Brücke', 'Ufer', 'Strom', 'Schiff'])
  expect([...new Set(order(market!.html))]).toEqual(['Markt', 'Stand'])
  expect([...new Set(order(lake!.html))]).toEqual(['See', 'Eis', 'Wind'])
  expect(lake!.html).toContain('<h2>Das Eis</h2>')
})

test('neither advertisements nor jumps, kickers and authors are text', () => {
  for (const { html } of found(null)) expect(html).not.toMatch(/Stiefel|heute|Anzeige|Fortsetzung|KULTUR|Auer/)
})

test('the articles are the same whatever the order of the lines in the file', () => {
  for (const seed of [1, 2, 3, 4, 5]) expect(found(seed)).toEqual(found(null))
})

test('the outline names articles that have no headline, and headings that it does not name divide them', () => {
  const page = (title: string) => ({
    ...PAGE,
    lines: [
      headline(title, 40, 60, 14),
      ...text('Anfang', 40, 100, 12),
      headline('Ergebnisse', 40, 260, 13),
      ...text('Ende', 40, 290, 12),
    ],
  })
  const entry = (headline: string, page: number) => ({ headline, page, level: 0, top: null, y: null })
  const pages = [page('Über Brücken'), { ...PAGE, lines: text('Ohne', 40, 100, 20) }]
  const articles = findArticles(orderedPages(pages), [entry('Über Brücken', 1), entry('Ohne Titel', 2)])
  expect(articles.map(({ headline, firstPage, source }) => [headline, firstPage, source])).toEqual([
    ['Über Brücken', 1, 'outline'],
    ['Ohne Titel', 2, 'outline'],
  ])
  expect(articles[0]!.html).toContain('<h2>Ergebnisse</h2>')
})

test('a contents page is no article, and letters have their authors below', () => {
  const contents = {
    ...PAGE,
    lines: [
      headline('Inhalt', 40, 60, 24),
      ...['Die Brücke 3', 'Das Ufer 5', 'Der Strom 8', 'Das Eis 11', 'Der See 14'].flatMap((entry, index) => [
        line(entry, 40, 110 + index * 60, { size: 12 }),
        ...text('Kurz', 40, 128 + index * 60, 2),
      ]),
    ],
  }
  const letter = (name: string, author: string, y: number) => [
    headline(`Zum Thema ${name}`, 40, y, 13),
    ...text(name, 40, y + 20, 6),
    line(`${author}, Graz`, 40, y + 92, { style: { size: 10 / PAGE.height, font: 'Serif-Italic', italic: true, colour: 0 } }),
  ]
  const letters = {
    ...PAGE,
    lines: [headline('Leserbriefe', 40, 50, 26), ...letter('Lärm', 'Mara Auer', 110), ...letter('Bahn', 'Jo Lind', 240)],
  }
  const articles = findArticles(orderedPages([contents, letters]), [])
  expect(articles.map(({ headline, byline }) => [headline, byline])).toEqual([
    ['Zum Thema Lärm', 'Mara Auer'],
    ['Zum Thema Bahn', 'Jo Lind'],
  ])
})

test('lines of a sentence that read like signs stay in the text, and so does everything after them', () => {
  const signs = [
    'erstattete bei der Polizei',
    'Anzeige.',
    'mehr auf Seite 3 dieser',
    'Bilder von der Front zeigen',
    'von Jo Lind, das 1959',
  ]
  const page = {
    ...PAGE,
    lines: [
      headline('Das Ufer ist zu', 40, 60),
      ...text('Ufer', 40, 100, 8),
      ...signs.map((sign, index) => line(sign, 40, 196 + index * 12)),
      ...text('Ende', 40, 256, 8),
      headline('Der See ist offen', 40, 400),
      ...text('See', 40, 440, 12),
    ],
  }
  const [shore, ...others] = findArticles(orderedPages([page]), [])
  expect(others.map(({ headline }) => headline)).toEqual(['Der See ist offen'])
  for (const sign of [...signs, 'Ende steht']) expect(shore!.html).toContain(sign)
})

test('articles that refer to each other stay both', () => {
  const page = (name: string, other: number) => ({
    ...PAGE,
    lines: [
      headline(`Alles über ${name}`, 40, 60),
      ...text(name, 40, 100, 12),
      line(`Mehr auf Seite ${other}`, 40, 260, { size: 9, ...bold }),
    ],
  })
  const articles = findArticles(orderedPages([page('Strom', 2), page('Strom', 1)]), [])
  expect(
    articles
      .map(({ html }) => html)
      .join()
      .match(/steht hier/g),
  ).toHaveLength(22)
})

test('a headline that is a quotation begins an article, and a quotation that the text does not repeat is kept', () => {
  const page = {
    ...PAGE,
    lines: [
      headline('„Wir haben viel zu lange gewartet“', 40, 60, 22),
      ...text('Brücke', 40, 100, 12),
      line('„Niemand hat uns damals gefragt, wirklich niemand“', 40, 262, { size: 13 }),
      ...text('Ufer', 40, 300, 12),
    ],
  }
  const [article] = findArticles(orderedPages([page]), [])
  expect(article!.headline).toBe('„Wir haben viel zu lange gewartet“')
  expect(article!.html).toContain('Niemand hat uns damals gefragt')
})

const read = (...pages: { lines: Line[]; rules?: Box[]; pictures?: Box[] }[]) =>
  findArticles(orderedPages(pages.map((page) => ({ ...PAGE, ...page }))), [])

test('a sentence below a headline that is set more lightly is its deck, even if its style is used only once', () => {
  const italic = { style: { size: 21 / PAGE.height, font: 'Serif-Italic', italic: true, colour: 0 } }
  const lines = [
    headline('Die Brücke ist offen', 40, 60),
    line('Der Neubau über den Strom hat sieben Jahre gedauert.', 40, 94, italic),
    ...text('Brücke', 40, 130, 12),
  ]
  const [article] = read({ lines })
  expect(article!.headline).toBe('Die Brücke ist offen')
})

test('names alone in the last line of a text are its authors; names in a table and below a sentence are not', () => {
  const signed = (last: Line[]) =>
    read({ lines: [headline('Die Brücke ist offen', 40, 60), ...text('Brücke', 40, 100, 12), ...last] })[0]!
  const article = signed([line('Mara Auer', 160, 244)])
  expect(article.byline).toBe('Mara Auer')
  expect(article.html).not.toContain('Auer')
  expect(signed([line('Mara Auer', 40, 244), line('Jo Lind', 160, 244)]).byline).toBe('')
})

test('two articles that go on on one page find the part with their headline, or the other one', () => {
  const front = (name: string, y: number) => [
    headline(`Alles über ${name}`, 40, y),
    ...text(name, 40, y + 40, 10),
    line('Fortsetzung auf Seite 2', 40, y + 166, { size: 9, ...bold }),
  ]
  const inside = [
    line('Fortsetzung von Seite 1', 40, 60, { size: 9, ...bold }),
    ...text('Fluss', 40, 76, 12),
    headline('Alles über Straßen', 40, 300, 18),
    line('Fortsetzung von Seite 1', 40, 324, { size: 9, ...bold }),
    ...text('Pflaster', 40, 340, 12),
  ]
  const [first, second] = read({ lines: [...front('Straßen', 60), ...front('Brücken', 400)] }, { lines: inside })
  expect([first!.html.includes('Pflaster'), first!.html.includes('Fluss')]).toEqual([true, false])
  expect([second!.html.includes('Pflaster'), second!.html.includes('Fluss')]).toEqual([false, true])
})

test('a part that says where it comes from goes before one with a similar headline', () => {
  const [city] = read(
    {
      lines: [
        headline('Stadt ohne Eis', 40, 60),
        ...text('Stadt', 40, 100, 10),
        line('Fortsetzung auf Seite 2', 40, 226, { size: 9, ...bold }),
      ],
    },
    {
      lines: [
        line('Fortsetzung von Seite 1', 40, 60, { size: 9, ...bold }),
        ...text('Schiene', 40, 76, 12),
        headline('Alte Stadt ohne Tor', 40, 300, 18),
        ...text('Museum', 40, 340, 12),
      ],
    },
  )
  expect([city!.html.includes('Schiene'), city!.html.includes('Museum')]).toEqual([true, false])
})

test('a column of letters can have a single one, with who wrote it at its end', () => {
  const letters = (name: string) =>
    read({
      lines: [
        headline('Am Markt wird gebaut', 40, 60),
        ...text('Markt', 40, 100, 20),
        headline(name, 300, 60, 15),
        line('Der alte Weg', 300, 90, { size: 11, ...bold }),
        ...text('Weg', 300, 110, 12),
        line('Ida Lind, Hall', 300, 262, bold),
      ],
    }).map((article) => [article.headline, article.byline])
  expect(letters('Leserbriefe')).toContainEqual(['Der alte Weg', 'Ida Lind'])
  expect(letters('Alte Wege')).toContainEqual(['Alte Wege', 'Ida Lind'])
})

test('what is at the top of the next page continues the article whose sentence is open', () => {
  const open = text('Strom', 40, 100, 12).with(-1, line('Strom fließt hier weiter auf der', 40, 232))
  const first = [headline('Alles über Ströme', 40, 60), ...open, headline('Ein See', 300, 60), ...text('See', 300, 100, 12)]
  const [river, lake] = read(
    { lines: first },
    { lines: [...text('nächsten', 40, 60, 12), headline('Ende', 40, 300), ...text('Ende', 40, 340, 12)] },
  )
  expect([river!.html.includes('nächsten'), lake!.html.includes('nächsten')]).toEqual([true, false])
})

test('text at the top of the next page continues the article that is set like it, also if that is in a box', () => {
  const first = {
    lines: [
      headline('Alles über Ströme', 40, 60),
      ...text('Strom', 40, 100, 20),
      headline('Ein See im Kasten', 320, 460, 18),
      ...text('See', 320, 490, 14, 11),
    ],
    rules: frame(310, 450, 250, 230),
  }
  const next = (size: number) => ({
    lines: [...text('Wasser', 40, 60, 12, size), headline('Ende', 40, 300), ...text('Ende', 40, 340, 12)],
  })
  const owners = (size: number) =>
    read(first, next(size)).flatMap(({ headline, html }) => (html.includes('Wasser') ? [headline] : []))
  expect(owners(11)).toEqual(['Ein See im Kasten'])
  expect(owners(10)).toEqual(['Alles über Ströme'])
  // Nothing else on the page is set like that.
  expect(owners(9)).toEqual(['Alles über Ströme'])
})

test('text at the top of the next page continues the article in a box whose names it has, if both end with a sentence', () => {
  const first = (owner: string) => ({
    lines: [
      headline('Alles über Ströme', 40, 60),
      ...text(`Von der Mur und der ${owner}`, 40, 100, 20),
      headline('Ein See im Kasten', 40, 460, 18),
      ...text('Da sind Altsee, Bergfeld und Grünau', 40, 490, 14),
    ],
    rules: frame(30, 450, 340, 230),
  })
  const next = {
    lines: [...text('Von Altsee nach Bergfeld und Grünau', 40, 60, 12), headline('Ende', 40, 300), ...text('Ende', 40, 340, 12)],
  }
  const owners = (owner: string) =>
    read(first(owner), next).flatMap(({ headline, html }) => (html.includes('nach Bergfeld') ? [headline] : []))
  expect(owners('Enns')).toEqual(['Ein See im Kasten'])
  // It names one of them as well.
  expect(owners('Grünau')).toEqual(['Alles über Ströme'])
})

test('a table that fills most of a page is no list of contents, and its words keep their links', () => {
  const names = ['Alm', 'Joch', 'Kar', 'Tal', 'Wald', 'See', 'Bach', 'Moor', 'Grat', 'Steg']
  const rows = names.flatMap((name, at) => [
    line(`0${at} ${name}`, 40, 200 + at * 16),
    line(`Plan ${at % 2}`, 240, 200 + at * 16),
  ])
  const links = [1, 3].map((row) => ({
    x: 240 / PAGE.width,
    y: (200 + row * 16) / PAGE.height,
    width: 60 / PAGE.width,
    height: 12 / PAGE.height,
    href: `https://plans.example/${row}`,
  }))
  const rule = (y: number): Box => ({ x: 38 / PAGE.width, y: y / PAGE.height, width: 300 / PAGE.width, height: 0 })
  const page = {
    lines: [
      headline('Alles über Hütten', 40, 60),
      ...text('Hütte', 40, 100, 5),
      line('Hütte', 40, 180),
      line('Plan', 240, 180),
      ...rows,
    ],
    rules: [rule(177), rule(195), rule(362)],
    links,
  }
  const [article] = findArticles(orderedPages([{ ...PAGE, ...page }]), [])
  expect(article!.html).toContain('<tr><td>00 Alm</td><td>Plan 0</td></tr>')
  expect(article!.html).toContain('<tr><td>01 Joch</td><td><a href="https://plans.example/1">Plan 1</a></td></tr>')
  expect(article!.html).toContain('<tr><td>03 Tal</td><td><a href="https://plans.example/3">Plan 1</a></td></tr>')
})

test('notes at the foot of an article that is interrupted above them belong to it', () => {
  const first = [
    headline('Alles über Ströme', 40, 60),
    ...text('Strom', 40, 100, 20).with(8, line('Strom steht hier in der Zeile.1 Das', 40, 196)),
    line('Fortsetzung auf Seite 2', 40, 346, { size: 9, ...bold }),
    line('1 Gemeint ist das Ufer der Stadt.', 40, 700, { size: 8 }),
    headline('Ein See', 320, 60),
    ...text('See', 320, 100, 20),
    line('1 Nicht von hier.', 320, 370, { size: 8 }),
  ]
  const second = [line('Fortsetzung von Seite 1', 40, 60, { size: 9, ...bold }), ...text('Wasser', 40, 76, 12)]
  const [river, lake] = read({ lines: first }, { lines: second })
  expect(river!.html).toMatch(
    /Zeile\.<a href="#note=1">1<\/a>[\s\S]*Wasser[\s\S]*<a href="#noteref=1">1<\/a> Gemeint ist das Ufer/,
  )
  expect([river!.html.includes('Nicht von hier'), lake!.html.includes('Gemeint')]).toEqual([false, false])
})

test('notes in the margin are no text of the article, wherever they are read', () => {
  const notes = (y: number, size = 8) => [
    line('Lizenz: frei', 30, y, { size, ...bold }),
    line('Eingereicht im Mai', 30, y + 12, { size }),
  ]
  const page = (margin: Line[]) => ({
    lines: [
      headline('Alles über Ströme', 160, 60),
      line('Ida Moos und Jo Lind', 160, 96, { size: 12, ...bold }),
      line('Das Haus der Ströme, Wien', 160, 120, { size: 8 }),
      ...margin,
      ...text('Strom fließt und das Wasser in ihm ist klar und', 160, 200, 40),
    ],
  })
  const htmlOf = (margin: Line[]) => read(page(margin))[0]!.html
  expect(htmlOf(notes(100))).not.toMatch(/Lizenz|Eingereicht/)
  expect(htmlOf(notes(150))).not.toMatch(/Lizenz|Eingereicht/)
  // What is close to the text belongs to it.
  expect(htmlOf([line('Eingereicht im Mai', 88, 150, { size: 8 })])).toMatch(/Eingereicht/)
  // In the size of the text, it can be a column of its own.
  expect(htmlOf(notes(150, 10))).toMatch(/Eingereicht/)
})

test('text at the top of the next page continues the article in a box at the foot of the page, if that is open and the other one is not', () => {
  const first = (end: string, y: number) => ({
    lines: [
      headline('Alles über Ströme', 40, 60),
      ...text('Strom', 40, 100, 20),
      headline('Ein See im Kasten', 40, y, 18),
      ...text('See', 40, y + 30, 10),
      line(`Der See braucht ${end}`, 40, y + 150),
      line('Am Rand steht nichts.', 320, 640),
    ],
    rules: frame(30, y - 10, 250, 190),
  })
  const next = { lines: [...text('Wasser', 40, 60, 12), headline('Ende', 40, 300), ...text('Ende', 40, 340, 12)] }
  const owners = (end: string, y = 500) =>
    read(first(end, y), next).flatMap(({ headline, html }) => (html.includes('Wasser') ? [headline] : []))
  expect(owners('dies:')).toEqual(['Ein See im Kasten'])
  expect(owners('noch viel')).toEqual(['Ein See im Kasten'])
  expect(owners('Regen.')).toEqual(['Alles über Ströme'])
  expect(owners('www.example.org')).toEqual(['Alles über Ströme'])
  expect(owners('dies:', 400)).toEqual(['Alles über Ströme'])
})

test('verses at the top of the next page continue the poem, also if that is in a box', () => {
  const verses = (x: number, y: number, words: readonly string[]) => words.map((text, index) => line(text, x, y + 12 * index))
  const first = {
    lines: [
      headline('Alles über Ströme', 40, 60),
      ...text('Strom', 40, 100, 30),
      headline('Das Licht', 320, 460, 18),
      ...verses(320, 490, [
        'Das Licht am Tor',
        'brennt schon die ganze lange Nacht',
        'und keiner kommt',
        'der es dann löscht',
        'wie schade',
      ]),
      ...verses(320, 560, [
        'Am Rand der Stadt',
        'da steht ein Haus aus grauem Stein',
        'und noch ein Baum',
        'ein Zaun',
        'ein Weg',
      ]),
    ],
    rules: frame(310, 450, 250, 190),
  }
  const next = {
    lines: [
      ...verses(40, 60, [
        'Die Motte fand',
        'den Weg in dieser Nacht zum Licht',
        'und was sie sang',
        'das weiß ich nicht',
        'wer schon',
        'vielleicht',
      ]),
      headline('Ende', 40, 300),
      ...text('Ende', 40, 340, 12),
    ],
  }
  const owners = read(first, next).flatMap(({ headline, html }) => (html.includes('Motte') ? [headline] : []))
  expect(owners).toEqual(['Das Licht'])
})

test('no article continues below the name of a section that is alone at the top of a page', () => {
  const contents = {
    lines: [
      line('STROM', 40, 60, { size: 12, ...bold }),
      ...['Alles über Ströme', 'Ein See'].map((title, index) => line(title, 40, 80 + 12 * index)),
      line('UFER', 40, 110, { size: 12, ...bold }),
      ...['Am Steg', 'Im Schilf'].map((title, index) => line(title, 40, 130 + 12 * index)),
      line('LEUTE', 40, 160, { size: 12, ...bold }),
      line('Wer hier schreibt', 40, 180),
    ],
  }
  const section = (name: string, titles: readonly string[]) => ({
    lines: [
      headline(name, 40, 30, 30),
      ...titles.flatMap((title, index) => [headline(title, 40, 70 + 300 * index, 20), ...text(title, 40, 110 + 300 * index, 14)]),
    ],
  })
  const people = { lines: [headline('LEUTE', 40, 30, 30), ...text('Impressum', 40, 80, 12)] }
  const articles = read(
    contents,
    section('STROM', ['Alles über Ströme', 'Ein See']),
    section('UFER', ['Am Steg', 'Im Schilf']),
    people,
  )
  expect(articles.map(({ headline }) => headline)).toEqual(['Alles über Ströme', 'Ein See', 'Am Steg', 'Im Schilf'])
  expect(articles.map(({ html }) => html).join('')).not.toContain('Impressum')
})

test('a heading right above a box without one belongs to the box, and to no text beside it', () => {
  const page = (title: Line) => ({
    lines: [...text('Strom', 320, 60, 20), title, line('Mara Auer', 40, 332, { size: 9 }), ...text('See', 40, 350, 14)],
    rules: frame(30, 322, 250, 220),
  })
  const articles = read(
    { lines: [headline('Alles über Ströme', 40, 60), ...text('Strom', 40, 100, 40)] },
    page(headline('Ein See im Kasten', 40, 300, 16)),
  )
  expect(articles.map(({ headline, firstPage, lastPage }) => [headline, firstPage, lastPage])).toEqual([
    ['Alles über Ströme', 1, 2],
    ['Ein See im Kasten', 2, 2],
  ])
  expect(articles.map(({ html }) => html.includes('Strom'))).toEqual([true, false])
})

test('text at the top of the next page does not continue a signed article if another one is not signed', () => {
  const first = [
    headline('Alles über Ströme', 40, 60),
    ...text('Strom', 40, 100, 14),
    headline('Ein See', 300, 60),
    ...text('See', 300, 100, 12),
    line('(Ida Lind)', 300, 244),
  ]
  const [river, lake] = read(
    { lines: first },
    { lines: [...text('Wasser', 40, 60, 12), headline('Ende', 40, 300), ...text('Ende', 40, 340, 12)] },
  )
  expect([river!.html.includes('Wasser'), lake!.html.includes('Wasser')]).toEqual([true, false])
})

test('an arrow to another page at the foot of a page is no page number', () => {
  const [bridge] = read(
    { lines: [headline('Die Brücke', 40, 60), ...text('Brücke', 40, 100, 52), line('→ 2', 40, 740, { size: 9 })] },
    {
      lines: [
        headline('Ein See', 40, 60),
        ...text('See', 40, 100, 12),
        headline('Die Brücke', 40, 300, 16),
        ...text('Ufer', 40, 330, 12),
      ],
    },
  )
  expect(bridge!.html).toContain('Ufer')
})

test('bold words that fill the first line of a text are no heading', () => {
  const lines = [
    headline('Kurz gemeldet', 40, 60, 18),
    line('GRAZ. Der neue Zug', 40, 100, bold),
    line('fährt ab Montag jede Stunde.', 40, 112),
    ...text('Zug', 40, 124, 4),
    line('LINZ. Nach dem Umbau', 40, 184, bold),
    ...text('steht', 40, 196, 4),
  ]
  const articles = read({ lines })
  expect(articles.map(({ headline }) => headline)).toEqual(['Kurz gemeldet'])
  expect(articles[0]!.html).toContain('GRAZ. Der neue Zug fährt ab Montag')
})

test('a sentence that turns bold within a line is no heading, and a heading below it is one', () => {
  const [article] = read({
    lines: [
      headline('Die Brücke', 40, 60, 18),
      ...text('Brücke', 40, 100, 6),
      line('und offen. Ab Montag fahren hier', 40, 172, { turnsBold: true }),
      line('alle Züge.', 40, 184, bold),
      line('Der Fahrplan', 40, 202, bold),
      ...text('Zug', 40, 218, 6),
    ],
  })
  expect(article!.html).toContain('und offen. Ab Montag fahren hier alle Züge.</p>')
  expect(article!.html).toMatch(/<h[23]>Der Fahrplan</)
})

test('a frame in many sizes that offers something is an advertisement without a mark', () => {
  const offer = [
    line('Optik', 320, 80, { size: 26, ...bold }),
    line('Brillen ab 49 €', 320, 120, { size: 16 }),
    line('Nur heute und morgen', 320, 150, { size: 12 }),
  ]
  const lines = [headline('Die Brücke ist offen', 40, 60), ...text('Brücke', 40, 100, 14), ...offer]
  for (const { html } of read({ lines, rules: frame(310, 70, 200, 120) })) expect(html).not.toContain('Brillen')
})

test('a part that says where it comes from finds its article without a line that says that it goes on', () => {
  const [story] = read(
    { lines: [headline('Die Brücke ist offen', 40, 60), ...text('Ufer', 40, 100, 12)] },
    {
      lines: [
        headline('Die Brücke', 40, 60, 18),
        line('Fortsetzung von Seite 1', 40, 84, { size: 9, ...bold }),
        ...text('Strom', 40, 100, 12),
      ],
    },
  )
  expect(story!.html).toContain('Strom')
})

test('the name and the date of a newspaper are no article, and what is below is no deck of it', () => {
  const page = {
    ...PAGE,
    lines: [
      line('3. Mai 1998', 40, 40, { size: 8 }),
      headline('Der Seebote', 200, 30, 40),
      headline('Die lange Brücke über den See ist seit gestern offen', 40, 90),
      ...text('Brücke', 40, 124, 12),
      ...text('Ufer', 210, 124, 12),
    ],
  }
  expect(findArticles(orderedPages([page]), []).map(({ headline }) => headline)).toEqual([
    'Die lange Brücke über den See ist seit gestern offen',
  ])
})

test('the name of a newspaper is known by a date below it that other pages have as a running head', () => {
  const front = (dateAt: number) => ({
    ...PAGE,
    lines: [
      headline('Talbote', 200, 2, 36),
      line('3. Mai 1998', 40, dateAt, { size: 8 }),
      headline('Der See ist zugefroren', 200, 62, 18),
      ...text('Eis', 40, 140, 14),
      ...text('Wind', 210, 140, 14),
    ],
  })
  const inside = (name: string) => ({
    ...PAGE,
    lines: [
      line('3. Mai 1998', 40, 30, { size: 8 }),
      headline(`Neues vom ${name}`, 40, 110, 20),
      ...text(name, 40, 140, 14),
      ...text('Wind', 210, 140, 14),
    ],
  })
  const found = (dateAt: number) =>
    findArticles(orderedPages([front(dateAt), inside('Markt'), inside('Hafen')]), []).map(({ headline }) => headline)
  expect(found(44)).toEqual(['Der See ist zugefroren', 'Neues vom Markt', 'Neues vom Hafen'])
})

test('a headline below the name of a newspaper that is a running head is not taken for the name', () => {
  const page = (name: string, size: number, at: number) => ({
    ...PAGE,
    lines: [
      headline('Talbote', 200, 2, size),
      ...(name === 'See' ? [line('Ausgabe vom 3. Mai 1998', 40, 62, { size: 8 })] : []),
      headline(`Neues vom ${name}`, 40, at, 26),
      ...text(name, 40, 120, 14),
      headline(`Das Eis am ${name}`, 210, at, 16),
      ...text('Wind', 210, 120, 14),
    ],
  })
  const pages = [page('See', 36, 76), page('Markt', 8, 76), page('Hafen', 8, 76)]
  const found = findArticles(orderedPages(pages), []).map(({ headline }) => headline)
  expect(found).toContain('Neues vom See')
})

test('an article with notes above a list of contents is an article', () => {
  const page = {
    ...PAGE,
    lines: [
      headline('Die Brücke ist offen', 40, 60),
      ...text('Brücke', 40, 100, 8),
      ...text('Ufer', 210, 100, 8),
      line('1 Ida Lind, Die Brücke, 2003.', 40, 300, { size: 7 }),
      line('2 Jo Steg, Das Ufer, 1998.', 40, 310, { size: 7 }),
      headline('Inhalt', 40, 420, 18),
      line('Am Markt wird gebaut 2', 40, 450),
      line('Neues vom See 3', 40, 468),
      line('Wie ein Orchester probt 4', 40, 486),
      line('Das Dach der Schule 4', 40, 504),
      line('Die Ernte am Hang 4', 40, 522),
      line('Warum der Zug wartet 4', 40, 540),
    ],
  }
  expect(findArticles(orderedPages([page]), []).map(({ headline }) => headline)).toEqual(['Die Brücke ist offen'])
})

test('a list of contents beside articles is a part of none', () => {
  const page = {
    ...PAGE,
    lines: [
      headline('Die Brücke ist offen', 40, 60),
      ...text('Brücke', 40, 100, 12),
      headline('In diesem Heft', 40, 262, 15),
      line('Am Markt wird gebaut 3', 40, 288),
      line('5 Neues vom See', 40, 306),
      line('Warum das Dach der alten', 40, 324),
      line('Schule leckt 7', 40, 336),
      line('Die Ernte am Hang beginnt 8', 40, 354),
      line('Wie ein Orchester probt 11', 40, 372),
      ...text('Ufer', 310, 100, 12),
      headline('Das Eis trägt', 40, 420),
      ...text('Eis', 40, 460, 12),
      ...text('Wind', 310, 460, 12),
    ],
  }
  const articles = findArticles(orderedPages([page]), [])
  expect(articles.map(({ headline }) => headline)).toEqual(['Die Brücke ist offen', 'Das Eis trägt'])
  for (const { html } of articles) expect(html).not.toMatch(/Heft|Markt|See|Schule/)
  expect(articles[0]!.html).toContain('Ufer steht')
})

test('a headline with a sentence below it is no name of a newspaper, whatever date is beside it', () => {
  const page = {
    ...PAGE,
    lines: [
      line('3. Mai 1998', 40, 40, { size: 8 }),
      headline('Der See ist zugefroren', 40, 60, 30),
      line('Seit gestern geht man über das Eis bis zur Insel und zurück.', 40, 104, {
        style: { size: 14 / PAGE.height, font: 'Serif-Italic', italic: true, colour: 0 },
      }),
      ...text('Eis', 40, 130, 12),
      ...text('Wind', 210, 130, 12),
    ],
  }
  expect(findArticles(orderedPages([page]), []).map(({ headline }) => headline)).toEqual(['Der See ist zugefroren'])
})

test('what is bold right below a heading that the outline does not name is another heading', () => {
  const section = (title: string, below: string, y: number) => [
    headline(title, 40, y, 14),
    { ...headline(below, 40, y + 20, 11.5), bold: true as const },
    ...text(title, 40, y + 40, 8),
  ]
  const page = {
    ...PAGE,
    lines: [
      headline('Über Brücken', 40, 40, 24),
      ...text('Anfang', 40, 80, 6),
      ...section('Ergebnisse', 'Liste der Orte', 180),
      ...section('Quellen', 'Liste der Bücher', 340),
    ],
    rules: [],
  }
  const outline = ['Über Brücken', 'Ohne Titel'].map((headline, index) => ({
    headline,
    page: index + 1,
    level: 0,
    top: null,
    y: null,
  }))
  const [article] = findArticles(orderedPages([page, { ...PAGE, lines: text('Ohne', 40, 100, 20) }]), outline)
  expect(article!.html.match(/<h\d>[^<]*/gu)).toEqual([
    '<h2>Ergebnisse',
    '<h3>Liste der Orte',
    '<h2>Quellen',
    '<h3>Liste der Bücher',
  ])
})

test('an outline finds each of two headlines that begin with the same line', () => {
  const titled = (name: string, x: number, size: number) => [
    headline('Die große', x, 60, size),
    headline(name, x, 60 + size, size),
    ...text(name.slice(0, -1), x, 130, 20),
  ]
  const page = { ...PAGE, lines: [...titled('Brücke?', 40, 28), ...titled('Mühle?', 320, 24)], rules: [] }
  const outline = ['Die große Mühle', 'Die große Brücke'].map((headline) => ({ headline, page: 1, level: 0, top: null, y: null }))
  const found = findArticles(orderedPages([page]), outline)
  expect(found.map(({ headline, html }) => [headline, html.includes('Brücke'), html.includes('Mühle')])).toEqual([
    ['Die große Brücke?', true, false],
    ['Die große Mühle?', false, true],
  ])
})

test('a box with a text of its own is an article, even if the outline does not name it', () => {
  const page = {
    ...PAGE,
    lines: [
      headline('Die Brücke ist offen', 40, 60),
      ...text('Brücke', 40, 100, 12),
      headline('Am Markt wird gebaut', 40, 300, 24),
      ...text('Markt', 40, 330, 12),
      headline('Das neue Dach', 310, 70, 14),
      ...text('Dach', 310, 100, 12),
      headline('Zahlen', 310, 310, 14),
      ...text('Zahl', 310, 330, 3),
    ],
    rules: [...frame(300, 60, 250, 200), ...frame(300, 300, 250, 100)],
  }
  const outline = ['Die Brücke ist offen', 'Am Markt wird gebaut'].map((headline) => ({
    headline,
    page: 1,
    level: 0,
    top: null,
    y: null,
  }))
  const headlines = findArticles(orderedPages([page]), outline).map(({ headline }) => headline)
  expect(headlines.toSorted()).toEqual(['Am Markt wird gebaut', 'Das neue Dach', 'Die Brücke ist offen'])
})

test('a table and notes within an article: the sentence that the table interrupts is whole, and no word is lost or told twice', () => {
  const cells = [
    ['Ort', 'Juni', 'Juli'],
    ['Wien', '12', '1480'],
    ['Graz', '7', '310'],
    ['Linz', '9', '500'],
  ].flatMap((row, at) => row.map((cell, column) => line(cell, 40 + column * 50, 240 + at * 16, { size: 9 })))
  const lines = [
    headline('Die Brücke ist offen', 40, 72),
    ...text('Brücke', 40, 124, 8)
      .with(3, line('Ufer steht hier in der Zeile.1', 40, 160))
      .with(7, line('und wer dort steht, der', 40, 208)),
    ...cells,
    ...text('wartet', 210, 124, 12),
    line('1 Gemeint ist das Ufer der Stadt.', 40, 600, { size: 7 }),
  ]
  const { html } = findArticles(orderedPages([{ ...PAGE, lines }]), [])[0]!
  expect(html).toContain('und wer dort steht, der wartet beginnt hier')
  expect(html).toContain('<tr><th scope="row">Wien</th><td>12</td><td>1480</td></tr>')
  expect(html).toContain('in der Zeile.<a href="#note=1">1</a>')
  expect(html).toMatch(/<p><a href="#noteref=1">1<\/a> Gemeint ist das Ufer der Stadt\.<\/p>$/)
  const words = (said: string) => said.split(/\s+/).filter(Boolean).sort()
  const printed = lines.slice(1).flatMap(({ words }) => words.map(([word]) => word))
  expect(words(html.replace(/<\/?(?:p|t\w+|caption)\b[^>]*>/g, ' ').replace(/<[^>]*>/g, ''))).toEqual(printed.sort())
})

test('numbers of a table at the foot of a page are in the article, and the number of the page is not', () => {
  const cells = [
    ['Wien', '12', '1480'],
    ['Graz', '7', '310'],
    ['Linz', '9', '500'],
  ].flatMap((row, at) => row.map((cell, column) => line(cell, 40 + column * 70, 715 + at * 16, { size: 9 })))
  const lines = [
    headline('Die Brücke ist offen', 40, 72),
    ...text('Brücke', 40, 124, 20),
    ...cells,
    line('4', 500, 780, { size: 8 }),
  ]
  const { html } = findArticles(orderedPages([{ ...PAGE, lines }]), [])[0]!
  expect(html).toContain('<tr><th scope="row">Linz</th><td>9</td><td>500</td></tr>')
  expect(html).not.toMatch(/>4</)
})

test('a note at the same place of each page belongs to the article, and the line with the name of the section does not', () => {
  const page = (name: string, foot: string) => ({
    ...PAGE,
    rules: [],
    lines: [
      headline(`${name} ist offen`, 40, 72),
      ...text(name, 40, 124, 20).with(3, line(`${name} steht hier in der Zeile.1`, 40, 160)),
      line(foot, 40, 740, { size: 7 }),
    ],
  })
  const html = (foots: string[]) =>
    findArticles(orderedPages(['Brücke', 'Ufer', 'Markt', 'See'].map((name, at) => page(name, foots[at]!))), []).map(
      (each) => each.html,
    )
  const noted = html(['1 Gemeint ist der Steg.', '1 Gemessen im Mai.', '1 Ohne die Stände.', '1 Vgl. Moos.'])
  expect(noted.map((each) => each.match(/<p><a href="#noteref=1">1<\/a> .*?<\/p>/)?.[0].replace(/<[^>]*>/g, ''))).toEqual([
    '1 Gemeint ist der Steg.',
    '1 Gemessen im Mai.',
    '1 Ohne die Stände.',
    '1 Vgl. Moos.',
  ])
  expect(html(['Politik', 'Kultur', 'Sport', 'Wissen']).join(' ')).not.toMatch(/Politik|Kultur|Sport|Wissen/)
})

test('a headline that the text has, too, is no quotation if a deck or authors are below it', () => {
  const lines = [
    headline('Der große Markt am Fluss', 40, 60),
    line('Von Mara Auer', 40, 92, { size: 9, ...bold }),
    ...text('Der große Markt am Fluss', 40, 110, 12),
  ]
  expect(read({ lines }).map(({ headline, byline }) => [headline, byline])).toEqual([['Der große Markt am Fluss', 'Mara Auer']])
})

test('two small lines above a headline are its kicker', () => {
  const lines = [
    line('Ein Dach aus Holz', 40, 60, { size: 9, ...bold }),
    line('über dem Markt', 40, 71, { size: 9, ...bold }),
    headline('Der Markt ist offen', 40, 84),
    ...text('Markt', 40, 120, 12),
  ]
  expect(read({ lines })[0]).toMatchObject({ headline: 'Der Markt ist offen', kicker: 'Ein Dach aus Holz über dem Markt' })
})

test('a sentence that ends before a French quotation mark is closed', () => {
  const closed = text('Fleuve', 40, 100, 12).with(-1, line('« Le fleuve est large. »', 40, 232))
  const open = text('Lac', 300, 100, 12).with(-1, line('Le lac est petit et la', 300, 232))
  const first = [headline('Un fleuve', 40, 60), ...closed, headline('Un lac', 300, 60), ...open]
  const next = [...text('rive', 40, 60, 12), headline('Fin', 40, 300), ...text('Fin', 40, 340, 12)]
  const [river, lake] = read({ lines: first }, { lines: next })
  expect([river!.html.includes('rive beginnt'), lake!.html.includes('rive beginnt')]).toEqual([false, true])
  const [, other] = read(
    {
      lines: [
        headline('Un lac', 40, 60),
        ...open.map((each) => shifted(each, -260)),
        headline('Un fleuve', 300, 60),
        ...closed.map((each) => shifted(each, 260)),
      ],
    },
    { lines: next },
  )
  expect(other!.html).not.toContain('rive beginnt')
})

const shifted = (each: Line, across: number): Line => ({
  ...each,
  words: each.words.map(([word, x, ...rest]) => [word, x + across / PAGE.width, ...rest]),
})

test('the last line of a deck belongs to it, also if its box is as low as its letters', () => {
  const style = { size: 11.5 / PAGE.height, font: 'Serif-Italic', italic: true, colour: 0 }
  const low = (words: string, x: number, y: number, height: number): Line => ({
    ...line(words, x, y, { size: 11.5, style }),
    words: line(words, x, y, { size: 11.5, style }).words.map(([word, left, top, width]) => [
      word,
      left,
      top,
      width,
      height / PAGE.height,
    ]),
  })
  const lines = [
    headline('Der Markt ist offen', 40, 60),
    low('Nach sieben Jahren steht das Dach über dem Markt, und alle', 40, 94, 10),
    low('essen.', 120, 110.5, 5),
    ...text('Markt', 40, 130, 12),
  ]
  const articles = read({ lines })
  expect(articles.map(({ headline }) => headline)).toEqual(['Der Markt ist offen'])
  expect(articles[0]!.html).toContain('und alle essen.')
})

test('the same headline of a column at the head of each page is no running head if other columns are beside it', () => {
  const page = (name: string) => ({
    lines: [
      headline(`Alles über ${name}`, 40, 60, 20),
      ...text(name, 40, 90, 14),
      headline('Kurz gemeldet', 300, 62, 15),
      ...text(`Meldung zu ${name}`, 300, 84, 14),
    ],
  })
  const articles = read(page('Brücken'), page('Straßen'), page('Schiffe'))
  expect(articles.map(({ headline }) => headline)).toEqual(
    ['Brücken', 'Straßen', 'Schiffe'].flatMap((name) => [`Alles über ${name}`, 'Kurz gemeldet']),
  )
})

test('a number of a section makes a line a crosshead in whatever font, if it is a little larger than the text', () => {
  const page = (size: number) => ({
    ...PAGE,
    lines: [
      headline('Die Brücke ist offen', 40, 60),
      ...text('Brücke', 40, 100, 8),
      line('2.1 Was am Ufer steht', 40, 210, { size }),
      ...text('Ufer', 40, 236, 8),
    ],
    rules: [],
  })
  const crossheads = (size: number) => /<h2>(.*?)<\/h2>/.exec(findArticles(orderedPages([page(size)]), [])[0]!.html)?.[1]
  expect(crossheads(10.8)).toBe('2.1 Was am Ufer steht')
  expect(crossheads(10)).toBeUndefined()
})

test('short lines in another font, a little larger than the text, are crossheads if all in their style are above text', () => {
  const read = (heads: readonly string[], font = 'Sans', size = 11) => {
    const style = { size: size / PAGE.height, font, italic: false, colour: 0 }
    const lines = heads.flatMap((words, index) => [
      line(words, 40, 210 + 140 * index, { size, style }),
      ...text('Ufer', 40, 236 + 140 * index, 8),
    ])
    const page = {
      ...PAGE,
      lines: [headline('Die Brücke ist offen', 40, 60), ...text('Brücke', 40, 100, 8), ...lines],
      rules: [],
    }
    return findArticles(orderedPages([page]), [])[0]!.html.match(/<h2>.*?<\/h2>/g)?.length ?? 0
  }
  expect(read(['Was am Ufer steht', 'Wer dort wohnt', 'Stille Wasser'])).toBe(3)
  expect(read(['Was am Ufer steht', 'Wer dort wohnt'])).toBe(0)
  expect(read(['Was am Ufer steht', 'Stille Wasser', 'Wer dort wohnt'], 'Serif')).toBe(0)
  expect(read(['Was am Ufer steht', 'Stille Wasser', 'Wer dort wohnt'], 'Sans', 10)).toBe(0)
  expect(read(['Was hier am Ufer steht,', 'und was auf der Brücke,', 'ist noch offen,'])).toBe(0)
})
