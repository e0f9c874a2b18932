import type { Look } from '@kiosk/domain/page-variant'
import type { ReactNode } from 'react'
import { slotMark } from './page-marks.ts'
import { useViewer } from './viewer.ts'

type Name = keyof Look

/**
 * What the visitor has chosen for all pages, and the kind of device. Pages without a framework script are rendered once for all
 * looks, with marks in place of it (ADR-0279): `text` and `is` are for attributes only, and what they return is not for use in
 * conditions. A condition is a `When`.
 */
export function useLook() {
  const { look, mark } = useViewer()
  return {
    text: <N extends Name>(name: N): Look[N] => (mark ? (slotMark(mark, { slot: 'value', name }) as Look[N]) : look![name]),
    is: <N extends Name>(name: N, value: Look[N]): boolean =>
      // The text of a mark, which becomes `true` or `false` where the attribute is written.
      mark ? (slotMark(mark, { slot: 'is', name, value }) as unknown as boolean) : look![name] === value,
  }
}

/** Shows its content to visitors with this look only. Not inside of another one. */
export function When<N extends Name>({ look: name, is: value, children }: { look: N; is: Look[N]; children: ReactNode }) {
  const { look, mark } = useViewer()
  if (!mark) return look![name] === value ? children : null
  return (
    <>
      {slotMark(mark, { slot: 'when', name, value })}
      {children}
      {slotMark(mark, { slot: 'end' })}
    </>
  )
}
