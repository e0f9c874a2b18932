import type { ComponentProps } from 'react'
import style from './notice.module.css'

type Props = ComponentProps<'div'> & { tone?: 'good' | 'bad' | 'plain' }

/** Something to know about the page: what succeeded, what is wrong. */
export function Notice({ tone = 'plain', ...rest }: Props) {
  return <div {...rest} className={style.notice} data-tone={tone} />
}

/** Why a change or a question failed; nothing without an error. */
export function Failure({ error }: { error: { message: string } | null | undefined }) {
  return error ? (
    <Notice tone="bad" role="alert">
      {error.message}
    </Notice>
  ) : null
}
