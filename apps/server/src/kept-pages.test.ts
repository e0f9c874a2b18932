import { expect, test } from 'vitest'
import { type Kept, KeptPages, type Rendered } from './kept-pages.ts'

test('counts pages that are rendered for nobody in particular, and those that are not kept', async () => {
  const pages = new KeptPages<Kept, string>({ mostBytes: 1_000 })
  const wanted = (key: string | null) => ({ key, factOf: () => '' })
  const rendererOf = (made: Rendered<Kept, string>) => ({ render: async () => made, renew: async () => made })
  const forAll = rendererOf({ page: { varies: [], shows: [], bytes: 1 }, isKept: true })
  await pages.render(wanted('home'), forAll)
  pages.get(wanted('home'))
  expect(pages.renderings).toEqual({ renewed: 0, single: 0 })
  pages.outdate({ touches: 'everything', at: Date.now() })
  await expect.poll(() => pages.renderings.renewed).toBe(1)
  await pages.render(wanted('account'), rendererOf({ own: 'of one' }))
  await pages.render(wanted('broken'), rendererOf({ page: { varies: [], shows: [], bytes: 1 }, isKept: false }))
  await pages.render(wanted(null), forAll)
  expect(pages.renderings).toEqual({ renewed: 1, single: 3 })
})
