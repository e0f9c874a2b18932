import type { ComponentProps } from 'react'
import style from './close-button.module.css'
import { Icon } from './icon.tsx'

type Props = { label: string } & Omit<ComponentProps<'button'>, 'className' | 'children' | 'aria-label'>

/** A close button for the corner of a positioned parent. */
export function CloseButton({ label, ...rest }: Props) {
  return (
    <button type="button" {...rest} className={style.close} aria-label={label}>
      <Icon name="x" />
    </button>
  )
}
