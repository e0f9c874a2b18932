import { expect, test } from 'vitest'
import { formerKeyOf, identify, keyOf } from './issue-identity.ts'

const nothing = { title: '', created: null }
const today = '2026-11-21'

test.each([
  ['Der Erzähler (St. Gallen)', 'der-erzaehler-st-gallen'],
  ['Größe & Maß', 'groesse-mass'],
  ['L’Été à Genève', 'l-ete-a-geneve'],
  ['  --Überblick--  ', 'ueberblick'],
  ['Вести DE', 'vesti-de'],
  ['Debian リファレンス', 'debian-rifuarensu'],
  ['Ελλάδα', 'ellada'],
  ['Łódź', 'lodz'],
])('the title %s has the key %s', (name, key) => expect(keyOf(name)).toBe(key))

test('names that a key cannot distinguish get a suffix', () => {
  // Signs of a script that has no Latin spelling.
  const [one, two] = [keyOf('Rapa \u{31ff4}'), keyOf('Rapa \u{31ff5}')]
  expect(one).toMatch(/^rapa-[0-9a-f]{10}$/)
  expect(one).not.toBe(two)
  const long = 'Mitteilungen des Vereins der Freunde alter Eisenbahnen und Seilbahnen im Tal und auf der Alm '
  expect(keyOf(`${long}Ost`)).not.toBe(keyOf(`${long}West`))
  expect(keyOf(`${long}Ost`).length).toBeLessThanOrEqual(80)
})

test('computes the keys of earlier versions', () => {
  expect(formerKeyOf('Вести DE')).toBe('de')
  expect(formerKeyOf('Größe & Maß')).toBe('groesse-mass')
  expect(formerKeyOf('دليل')).toMatch(/^title-[0-9a-f]{10}$/)
})

test('the sidecar takes precedence over file name and PDF', () => {
  const metadata = { title: 'Bergblick', issue: 'Herbst', date: '2026-09-01' }
  const identity = identify('/x/other-2020-01-01.pdf', metadata, { title: 'Something', created: '2019-01-01' }, today)
  expect(identity).toMatchObject({ title: 'Bergblick', key: 'bergblick', name: 'Herbst', date: '2026-09-01', dateIsSure: true })
})

test.each([
  ['/x/bergblick-2026-11.pdf', 'bergblick', '2026-11', '2026-11-01'],
  ['/x/Tagesbote_2026-11-20.pdf', 'Tagesbote', '2026-11-20', '2026-11-20'],
  ['/x/Werkraum Nr. 47.pdf', 'Werkraum', 'Nr. 47', today],
  ['/x/Werk\u202efdp.\nraum\u001b[2J Nr. 47.pdf', 'Werk fdp. raum [2J', 'Nr. 47', today],
  ['/x/\u2066\u202e.pdf', 'Untitled', today, today],
])('derives title and issue from the file name %s', (path, title, name, date) => {
  expect(identify(path, {}, nothing, today)).toMatchObject({ title, name, date })
})

test.each([
  ['Journal of Open Things 5(50)', 'Journal of Open Things', '5(50)'],
  ['Open Magazine November 2015', 'Open Magazine', 'November 2015'],
  ['Kaleidoskop #30 – Neue Wege', 'Kaleidoskop', '#30 – Neue Wege'],
])('splits the PDF title "%s" into title and issue', (own, title, name) => {
  expect(identify('/x/file.pdf', {}, { title: own, created: '2015-11-03' }, today)).toMatchObject({
    title,
    name,
    date: '2015-11-03',
  })
})

test('reads number and volume from the name of the issue', () => {
  const of = (issue: string) => {
    const { number, volume } = identify('/x/a.pdf', { title: 'A', issue, date: today }, nothing, today)
    return { number, volume }
  }
  expect(of('Vol. 5, No. 50')).toEqual({ number: '50', volume: '5' })
  expect(of('Nr. 15')).toEqual({ number: '15', volume: null })
  expect(of('#31 Emotion')).toEqual({ number: '31', volume: null })
  expect(of('Herbst 2026')).toEqual({ number: null, volume: null })
})

test('the default title of a program is not a title', () => {
  expect(identify('/x/Bergblick-2026-11.pdf', {}, { title: 'layout_final.indd', created: null }, today).title).toBe('Bergblick')
})

test('hundreds of spaces in a file name or in the title of a file do not hold up the import', () => {
  const begun = performance.now()
  for (const name of ['A'.repeat(80) + ' '.repeat(170), 'A '.repeat(125), 'A-'.repeat(250)])
    identify(`/x/${name}.pdf`, {}, { title: name, created: null }, today)
  expect(performance.now() - begun).toBeLessThan(200)
})
