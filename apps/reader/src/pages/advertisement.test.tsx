import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { ReaderContext, type Reading } from '../shell/reader-context.ts'
import { Advertisement, type Shown } from './advertisement.tsx'

const partner = {
  name: 'Anzeigenhaus',
  address: 'https://anzeigen.example/platz',
  policy: 'https://anzeigen.example/datenschutz',
  width: 300,
  height: 250,
}
const reading = { t: (key: string, values = {}) => [key, ...Object.values(values)].join(' '), api: {} } as unknown as Reading
afterEach(() => vi.unstubAllGlobals())
function markup(advertisement: Shown, current: boolean, cookie = 'consent=1; consent_ads=0921f87f') {
  vi.stubGlobal('document', { cookie })
  return renderToStaticMarkup(
    <ReaderContext value={reading}>
      <Advertisement advertisement={advertisement} current={current} onSkip={() => undefined} />
    </ReaderContext>,
  )
}

test('the partner’s frame is labelled, has its configured size, and gets no origin, referrer or permissions', () => {
  const html = markup(partner, true)
  const frame = /<iframe[^>]*>/.exec(html)![0]
  expect(html).toContain('>READER.ADVERTISEMENT_OF Anzeigenhaus</p>')
  expect(frame).toContain('title="READER.ADVERTISEMENT_OF Anzeigenhaus"')
  expect(frame).toContain('src="https://anzeigen.example/platz"')
  expect(frame).toContain('width="300" height="250"')
  expect(/sandbox="([^"]*)"/.exec(frame)![1]!.split(' ')).not.toContain('allow-same-origin')
  expect(/sandbox="([^"]*)"/.exec(frame)![1]).not.toMatch(/top-navigation|forms|modals|downloads/)
  expect(frame).toContain('referrerPolicy="no-referrer"')
  expect(frame).toContain('allow=""')
})

test('loads the frame when the reader reaches it, with its space reserved', () => {
  const html = markup(partner, false)
  expect(html).not.toContain('<iframe')
  expect(html).not.toContain('/platz')
  expect(html).toContain('width:300px;height:250px')
})

test.each(['consent=1; consent_ads=0', 'consent_ads=0; consent=1', 'consent=1'])(
  'loads nothing once consent is withdrawn in another tab: %s',
  (cookie) => {
    expect(markup(partner, true, cookie)).not.toMatch(/<iframe|platz/)
  },
)

test('a house advertisement needs no frame, and says in which language it is', () => {
  const text = { headline: 'Lesezeit', body: 'Mehr davon' }
  const html = markup({ id: 7, language: 'de', ...text, targetUrl: '/user/subscription/pub' }, true)
  expect(html).toContain('<h2 lang="de">Lesezeit</h2><p lang="de">Mehr davon</p>')
  expect(html).not.toContain('<iframe')
})
