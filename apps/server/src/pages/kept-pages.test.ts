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

test('a request is counted once: by the page that it gets, not by one that is no longer current', async () => {
  let now = 1_000
  const pages = new KeptPages<Kept, string>({ mostBytes: 1_000, now: () => now })
  const home = { key: 'home', factOf: () => '' }
  const render = async () => {
    const page: Kept = { varies: [], shows: [], bytes: 1 }
    return { page, isKept: true }
  }
  const { page: first } = (await pages.render(home, { render, renew: render })) as { page: Kept }
  expect(pages.isCurrent(home, first)).toBe(true)
  expect(pages.counts).toMatchObject({ kept: 1, stale: 0 })
  const { page: second } = (await pages.render(home, { render, renew: render })) as { page: Kept }
  expect(pages.isCurrent(home, first)).toBe(false)
  expect(pages.isCurrent({ ...home, key: 'other' }, first)).toBe(false)
  expect(pages.isCurrent({ ...home, key: null }, first)).toBe(false)
  expect(pages.counts).toMatchObject({ kept: 1, stale: 0 })
  now += 60_000
  expect(pages.isCurrent(home, second)).toBe(false)
  expect(pages.counts).toMatchObject({ kept: 1, stale: 0 })
})
