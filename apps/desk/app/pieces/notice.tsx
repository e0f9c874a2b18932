import type { ComponentProps } from 'react'
import { useText } from '../shell/use-text.tsx'
import style from './notice.module.css'

type Props = ComponentProps<'div'> & { tone?: 'good' | 'bad' | 'plain' }

/** Something to know about the page: what succeeded, what is wrong. */
export function Notice({ tone = 'plain', ...rest }: Props) {
  return <div {...rest} className={style.notice} data-tone={tone} />
}

type FailureProps = { error: { message: string; isSignedOut?: true } | null | undefined }

/** Why a change or a question failed, and where to sign in if that is why; nothing without an error. */
export function Failure({ error }: FailureProps) {
  const t = useText()
  return error ? (
    <Notice tone="bad" role="alert">
      <p>{error.message}</p>
      {error.isSignedOut && (
        <a href="/desk/sign-in" target="_blank" rel="noreferrer">
          {t('DESK.SIGN_IN.TITLE')}
        </a>
      )}
    </Notice>
  ) : null
}
