import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

/** Allocates 1 GB of buffers, each for a moment, beside a heap of some 20 MB, and prints how often the whole heap was collected. */
const ALLOCATE = `
  const kept = Array.from({ length: 200_000 }, (_, at) => ({ at, text: 'row ' + at }))
  const { PerformanceObserver, constants } = await import('node:perf_hooks')
  let collections = 0
  const isWhole = ({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR
  new PerformanceObserver((list) => { collections += list.getEntries().filter(isWhole).length }).observe({ entryTypes: ['gc'] })
  for (let count = 0; count < 4_000; count++) {
    Buffer.allocUnsafe(256 * 1024)
    await new Promise(setImmediate)
  }
  console.log(collections, kept.length)`

const collections = (before: string) =>
  Number.parseInt(execFileSync(process.execPath, ['--input-type=module', '-e', before + ALLOCATE], { encoding: 'utf8' }), 10)

it('collects the whole heap far less often while buffers come and go', () => {
  const usual = collections('')
  const module = JSON.stringify(new URL('rare-collection.ts', import.meta.url).href)
  expect(collections(`(await import(${module})).collectRarely();`)).toBeLessThan(usual / 4)
  expect(usual).toBeGreaterThan(4)
})
