import { useDragAndDrop } from 'react-aria-components'
import { moved } from './moved.ts'

/** Returns what is needed to move the entries of a list by drag and by keyboard. `onChange` null: they cannot be moved. */
export function useReorder<T extends { key: string }>(list: readonly T[], onChange: ((list: readonly T[]) => void) | null) {
  const { dragAndDropHooks } = useDragAndDrop({
    isDisabled: !onChange,
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key) })),
    onReorder: ({ keys, target }) => onChange?.(moved(list, [...keys].map(String), String(target.key), target.dropPosition)),
  })
  return dragAndDropHooks
}
