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

/** The declaration and the time it was received, to print or save; the same is sent by email. */
export function TerminationReceipt({ kind, typed, receipt }: Props) {
  const t = useText()
  const declared =
    kind === 'cancel' && typed.manner === 'extraordinary' ? 'EXIT.cancel_KIND_EXTRAORDINARY' : (`EXIT.${kind}_KIND` as const)
  const rows: [string, string][] = [
    [t('EXIT.KIND'), t(declared)],
    [t('EXIT.NUMBER'), receipt.number],
    [t('EXIT.NAME'), typed.name ?? ''],
    [t('EXIT.EMAIL'), typed.email ?? ''],
    [t('EXIT.CONTRACT'), typed.contract ?? ''],
    [t('EXIT.WISHED_END'), typed.wishedEnd ?? ''],
    [t('EXIT.REASON'), typed.reason ?? ''],
  ]
  return (
    <TextPage title={t(`EXIT.${kind}_DONE_TITLE`)}>
      <Notice kind="good">
        {receipt.effect && <p>{receipt.effect}</p>}
        <p>{t('EXIT.DONE', { email: typed.email ?? '' })}</p>
      </Notice>
      {receipt.effect === null && (
        <>
          <h2>{t('EXIT.NEXT')}</h2>
          <p>{t(`EXIT.${kind}_NEXT`)}</p>
          <p>
            {t('EXIT.NO_MAIL')}{' '}
            <Link plain to="confirmExit">
              {t('EXIT.TO_CONFIRM')}
            </Link>
          </p>
        </>
      )}
      <h2>{t('EXIT.RECEIPT')}</h2>
      <dl className={style.receipt}>
        <div>
          <dt>{t('EXIT.AT')}</dt>
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
