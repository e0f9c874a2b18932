import { useCallback, useEffect, useState } from 'react'
import { mayBeShortcut } from '../shell/use-keyboard.ts'
import { lookedUp } from './lookup.ts'

/** Time that a selection must be stable before the menu appears. */
const STABLE_AFTER_MS = 180

type LookedUp = { word: string; box: DOMRect; root: HTMLElement }
export type LookUp = {
  /** The words selected in a text of the reader, and their position; null without a selection. */
  found: LookedUp | null
  /** The text in which words are being selected by keyboard. */
  byKeys: HTMLElement | null
  end(): void
}

const LOOK_UP = '[data-look-up]'

/** Tracks selections in pages and articles, made by touch, mouse or keyboard (which starts with the key `l`). */
export function useLookedUp(): LookUp {
  const [found, setFound] = useState<LookedUp | null>(null)
  const [byKeys, setByKeys] = useState<HTMLElement | null>(null)
  useEffect(() => {
    let resting: ReturnType<typeof setTimeout> | undefined
    let held = false
    const look = () => {
      clearTimeout(resting)
      if (!held) resting = setTimeout(() => setFound(selected()), STABLE_AFTER_MS)
    }
    const down = () => {
      held = true
    }
    const up = () => {
      held = false
      look()
    }
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'l' || !mayBeShortcut(event)) return
      const root = textInSight()
      if (!root) return
      event.preventDefault()
      setByKeys(root)
    }
    document.addEventListener('selectionchange', look)
    addEventListener('pointerdown', down, true)
    addEventListener('pointerup', up, true)
    addEventListener('pointercancel', up, true)
    addEventListener('keydown', pressed)
    return () => {
      clearTimeout(resting)
      document.removeEventListener('selectionchange', look)
      removeEventListener('pointerdown', down, true)
      removeEventListener('pointerup', up, true)
      removeEventListener('pointercancel', up, true)
      removeEventListener('keydown', pressed)
    }
  }, [])
  const end = useCallback(() => {
    setByKeys(null)
    setFound(null)
    getSelection()?.removeAllRanges()
  }, [])
  return { found, byKeys, end }
}

function selected(): LookedUp | null {
  const selection = getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  const node = range.commonAncestorContainer
  const root = (node instanceof Element ? node : node.parentElement)?.closest<HTMLElement>(LOOK_UP)
  const word = root && lookedUp(selection.toString())
  return word ? { word, box: range.getBoundingClientRect(), root } : null
}

/** Returns the current text: that of an open dialog, otherwise that of the current page. */
function textInSight(): HTMLElement | null {
  const dialog = document.querySelector('dialog:modal')
  if (dialog) return dialog.querySelector<HTMLElement>(LOOK_UP)
  return document.querySelector<HTMLElement>(`[data-current] ${LOOK_UP}`)
}
