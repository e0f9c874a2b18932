import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ReaderContext, type Reading } from '../shell/reader-context.ts'
import { DownloadPanel } from './download-panel.tsx'

const MAGZ = { subscriptionId: 1, tier: 'MAGZ' } as const
const PREMIUM = { subscriptionId: 2, tier: 'PREMIUM' } as const

test.each([
  ['magazine', [MAGZ, PREMIUM], 'OFFLINE.NEEDS_MAGZ'],
  ['magazine', [PREMIUM], 'OFFLINE.NEEDS_DEARER'],
  ['magazine', [], 'OFFLINE.NEEDS_NONE'],
  ['newspaper', [PREMIUM], 'OFFLINE.NEEDS_NEWSPAPER'],
  ['newspaper', [MAGZ], 'OFFLINE.NEEDS_NONE'],
] as const)('a visitor is told which plan saves a %s in the plans %j', (kind, plans, words) => {
  const reading = {
    t: (key: string) => key,
    contents: { uid: 'a', kind },
    access: { offline: false, because: 'register', plans },
  } as unknown as Reading
  const html = renderToStaticMarkup(
    <ReaderContext value={reading}>
      <DownloadPanel manager={null} downloads={[]} size={null} onClose={() => undefined} />
    </ReaderContext>,
  )
  expect(html).toContain(`>${words}<`)
  expect(html.includes('OFFLINE.NEEDS_GO')).toBe(words !== 'OFFLINE.NEEDS_NONE')
})
