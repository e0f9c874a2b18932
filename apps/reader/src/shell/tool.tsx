import type { Ref } from 'react'
import { Icon, type IconName } from './icon.tsx'

type Options = {
  icon: IconName
  label: string
  /** Short label below the icon, where the bar has room. */
  caption?: string
  pressed?: boolean
  expanded?: boolean
  shortcut?: string
  /** The main button of its bar. */
  main?: boolean
  onPress: () => void
  ref?: Ref<HTMLButtonElement>
}

/** A button of a bar: an icon with a label for screen readers and for the pointer. */
export function Tool({ icon, label, caption, pressed, expanded, shortcut, main, onPress, ref }: Options) {
  return (
    <button
      ref={ref}
      type="button"
      className="tool"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      aria-expanded={expanded}
      aria-keyshortcuts={shortcut}
      data-caption={caption}
      data-main={main || undefined}
      onClick={onPress}
    >
      <Icon name={icon} />
    </button>
  )
}
