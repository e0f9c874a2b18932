import { Notice } from '@kiosk/ui/notice'
import { TextPage } from '../content/text-page.tsx'
import type { Values } from '../shell/form-rules.ts'
import { Link } from '../shell/link.tsx'
import { useText } from '../shell/use-text.ts'
import type { TerminationKind } from './termination-effect.ts'
import style from './termination-form.module.css'

type Props = {
  kind: TerminationKind
  typed: Values
  /** `effect`: the result, for the signed-in owner of the account; null for everyone else. */
  receipt: { number: string; at: string; atExactly: string; effect: string | null }
}

/** The declaration and the time it was received, to print or save; the same is sent by e-mail. */
export function TerminationReceipt({ kind, typed, receipt }: Props) {
  const t = useText()
  const declared =
    kind === 'cancel' && typed.manner === 'extraordinary'
      ? 'TERMINATION.cancel_KIND_EXTRAORDINARY'
      : (`TERMINATION.${kind}_KIND` as const)
  const rows: [string, string][] = [
    [t('TERMINATION.KIND'), t(declared)],
    [t('TERMINATION.NUMBER'), receipt.number],
    [t('TERMINATION.NAME'), typed.name ?? ''],
    [t('TERMINATION.EMAIL'), typed.email ?? ''],
    [t('TERMINATION.CONTRACT'), typed.contract ?? ''],
    [t('TERMINATION.WISHED_END'), typed.wishedEnd ?? ''],
    [t('TERMINATION.REASON'), typed.reason ?? ''],
  ]
  return (
    <TextPage title={t(`TERMINATION.${kind}_DONE_TITLE`)}>
      <Notice kind="good">
        {receipt.effect && <p>{receipt.effect}</p>}
        <p>{t('TERMINATION.DONE', { email: typed.email ?? '' })}</p>
      </Notice>
      {receipt.effect === null && (
        <>
          <h2>{t('TERMINATION.NEXT')}</h2>
          <p>{t(`TERMINATION.${kind}_NEXT`)}</p>
          <p>
            {t('TERMINATION.NO_MAIL')}{' '}
            <Link plain to="confirmExit">
              {t('TERMINATION.TO_CONFIRM')}
            </Link>
          </p>
        </>
      )}
      <h2>{t('TERMINATION.RECEIPT')}</h2>
      <dl className={style.receipt}>
        <div>
          <dt>{t('TERMINATION.AT')}</dt>
          <dd>
            <time dateTime={receipt.at}>{receipt.atExactly}</time>
          </dd>
        </div>
        {rows
          .filter(([, value]) => value.trim())
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </TextPage>
  )
}
