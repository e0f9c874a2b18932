import { Button as AriaButton, type ButtonProps } from 'react-aria-components'
import style from './button.module.css'

export function Button({ kind = 'main', ...rest }: ButtonProps & { kind?: 'main' | 'quiet' | 'danger' | 'bare' }) {
  return <AriaButton {...rest} className={`${style.button} ${style[kind]}`} />
}
