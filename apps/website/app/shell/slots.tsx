import type { Values } from '@kiosk/domain/page-template'
import type { Look } from '@kiosk/domain/page-variant'
import { createElement, Fragment, type ReactNode } from 'react'
import { slotMark, valueMarkIn } from './page-marks.ts'
import { useViewer } from './viewer.ts'

/**
 * Returns the values of a page, or marks in their place if they are null: the page is then rendered once for many, and filled while
 * it is sent (ADR-0279, ADR-0281). A value may be a text between tags, in an attribute or within a longer text. For conditions
 * and lists, use `When`, `isValue`, `Some` and `Each`, because a mark is not the value that it stands for.
 */
export function useSlots<V extends Values>(values: V | null): V {
  const { mark } = useViewer()
  if (values) return values
  if (!mark) throw new Error('a page without slots needs its values')
  return marksOf<V>(mark)
}

function marksOf<V extends Values>(mark: string): V {
  return new Proxy({} as V, {
    get: (_, name) => (typeof name === 'string' ? slotMark(mark, { slot: 'value', name }) : undefined),
  })
}

/** What the visitor has chosen for all pages, and the kind of device. */
export function useLook(): Look {
  return useSlots(useViewer().look)
}

/** Returns whether a value is this one, for attributes whose text is `true` or `false`. */
export function isValue<V extends string>(value: V, wanted: V): boolean {
  const marked = valueMarkIn(value)
  if (!marked) return value === wanted
  return slotMark(marked.mark, { slot: 'is', name: marked.name, value: wanted }) as unknown as boolean
}

/** Shows its content where a value is this one. */
export function When<V extends string>({ value, is, children }: { value: V; is: V; children: ReactNode }) {
  const marked = valueMarkIn(value)
  if (!marked) return <Section>{value === is ? children : null}</Section>
  return (
    <Section begin={slotMark(marked.mark, { slot: 'when', name: marked.name, value: is })} mark={marked.mark}>
      {children}
    </Section>
  )
}

/** Shows its content if a list has an item. */
export function Some({ of: list, children }: { of: readonly Values[]; children: ReactNode }) {
  const marked = listMarkIn(list)
  if (!marked) return <Section>{list.length > 0 ? children : null}</Section>
  return (
    <Section begin={slotMark(marked.mark, { slot: 'some', name: marked.name })} mark={marked.mark}>
      {children}
    </Section>
  )
}

/** Shows its content for each item of a list. */
export function Each<V extends Values>({ of: list, children }: { of: readonly V[]; children: (item: V) => ReactNode }) {
  const marked = listMarkIn(list)
  // Without keys, because the items have neither identity nor state.
  if (!marked) return <Section>{createElement(Fragment, null, ...list.map((item) => children(item)))}</Section>
  return (
    <Section begin={slotMark(marked.mark, { slot: 'each', name: marked.name })} mark={marked.mark}>
      {children(marksOf<V>(marked.mark))}
    </Section>
  )
}

/** `useSlots` returns the mark of a text in place of a list, too. */
function listMarkIn(list: unknown): ReturnType<typeof valueMarkIn> {
  return typeof list === 'string' ? valueMarkIn(list) : null
}

/** Has the same elements with marks and without, so that the ids that React counts are the same. */
function Section({ begin, mark, children }: { begin?: string; mark?: string; children: ReactNode }) {
  return (
    <>
      {begin}
      {children}
      {mark && slotMark(mark, { slot: 'end' })}
    </>
  )
}
