import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type Callback = (entries: { target: object }[]) => void
let sizesChange: Callback
let observed: object[]
/** Measurements and changes of the page in their order. */
let steps: string[]

beforeEach(() => {
  vi.resetModules()
  observed = []
  steps = []
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: Callback) {
        sizesChange = callback
      }
      observe(row: object) {
        observed.push(row)
      }
    },
  )
})
afterEach(() => vi.unstubAllGlobals())

/** A row with its buttons, as far as the script uses them. */
function shelf(name: string, scrollWidth: number) {
  const button = () => ({
    parentElement: {
      set hidden(is: boolean) {
        steps.push(`${name} ${is ? 'hides' : 'shows'} its buttons`)
      },
    },
    disabled: false,
    addEventListener() {},
  })
  const buttons = [button(), button()] as const
  const row = {
    get scrollWidth() {
      steps.push(`${name} is measured`)
      return scrollWidth
    },
    clientWidth: 360,
    scrollLeft: 0,
    addEventListener() {},
  }
  const element = { dataset: {}, querySelector: () => row, querySelectorAll: () => buttons } as unknown as HTMLElement
  return { element, buttons }
}

test('rows are measured when they are laid out, all of them before one is changed', async () => {
  const { enhanceShelf } = await import('./enhance-shelf.ts')
  const [long, short] = [shelf('the long row', 900), shelf('the short row', 360)]
  for (const { element } of [long, short]) enhanceShelf(element)
  expect(steps).toEqual([])
  sizesChange(observed.map((target) => ({ target })))
  expect(steps).toEqual([
    'the long row is measured',
    'the short row is measured',
    'the long row shows its buttons',
    'the short row hides its buttons',
  ])
  expect(long.buttons.map(({ disabled }) => disabled)).toEqual([true, false])
})
