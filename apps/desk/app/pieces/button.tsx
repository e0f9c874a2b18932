import { Button as AriaButton, type ButtonProps } from 'react-aria-components'
import style from './button.module.css'

type Kind = 'main' | 'quiet' | 'danger' | 'bare'

export function Button({ kind = 'main', ...rest }: ButtonProps & { kind?: Kind }) {
  return <AriaButton {...rest} className={buttonClass(kind)} />
}

/** Makes a link or a button without scripts look like a button. */
export const buttonClass = (kind: Kind = 'main') => `${style.button} ${style[kind]}`
