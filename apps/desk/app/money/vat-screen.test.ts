import { dayInVienna } from '@kiosk/domain/day'
import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { createDeskContext } from '../shell/desk-context.ts'
import { loader } from './vat-screen.tsx'

/** What the page of a newsstand shows whose oldest invoice is of `firstDay`. */
async function shown(firstDay: string | null, search = '') {
  const request = new Request(`https://kiosk.example/desk/money/vat${search}`)
  const context = new RouterContextProvider()
  const asked: (string | null)[] = []
  const api = async (address: string) => {
    asked.push(new URL(address, request.url).searchParams.get('quarter'))
    return Response.json({ lines: [], firstDay })
  }
  createDeskContext(context, request, { api, siteName: 'Kiosk' })
  const { quarter, quarters } = await loader({ context, request, url: new URL(request.url), pattern: '/money/vat', params: {} })
  return { quarter, quarters, asked }
}
const year = Number(dayInVienna(new Date()).slice(0, 4))

test('every quarter since the oldest invoice can be chosen, and any other by its address', async () => {
  const old = `${year - 9}-Q2`
  const { quarter, quarters, asked } = await shown(`${year - 9}-05-17`, `?quarter=${old}`)
  expect({ quarter, asked, oldest: quarters.at(-1) }).toEqual({ quarter: old, asked: [old], oldest: old })
  expect(quarters.length).toBeGreaterThan(9 * 4 - 2)
  expect(new Set(quarters).size).toBe(quarters.length)
  const older = `${year - 20}-Q4`
  const alone = await shown(null, `?quarter=${older}`)
  expect(alone).toMatchObject({ quarter: older, asked: [older] })
  expect([alone.quarters.length, alone.quarters.at(-1)]).toEqual([3, older])
})

test.each(['', '?quarter=2026', `?quarter=${year + 1}-Q3`])(
  'without invoices, two quarters can be chosen: %s',
  async (search) => {
    const { quarter, quarters, asked } = await shown(null, search)
    expect(quarters).toHaveLength(2)
    expect(quarters).toContain(quarter)
    expect(asked).toEqual([quarter])
  },
)
