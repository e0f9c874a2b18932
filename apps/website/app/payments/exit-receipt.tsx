import { Notice } from '@kiosk/ui/notice'
import { TextPage } from '../content/text-page.tsx'
import type { Values } from '../shell/form-rules.ts'
import { useText } from '../shell/use-text.ts'
import style from './exit-form.module.css'
import type { ExitKind } from './exit-screen.tsx'

type Props = { kind: ExitKind; typed: Values; receipt: { number: string; at: string; atExactly: string } }

/** What was declared and when it arrived, to print or save; the same goes out by mail. */
export function ExitReceipt({ kind, typed, receipt }: Props) {
  const t = useText()
  const extraordinary = kind === 'cancel' && typed.manner === 'extraordinary' ? '_EXTRAORDINARY' : ''
  const rows: [string, string][] = [
    [t('EXIT.KIND'), t(`EXIT.${kind}_KIND${extraordinary}`)],
    [t('EXIT.NUMBER'), receipt.number],
    [t('EXIT.NAME'), typed.name ?? ''],
    [t('EXIT.EMAIL'), typed.email ?? ''],
    [t('EXIT.CONTRACT'), typed.contract ?? ''],
    [t('EXIT.WISHED_END'), typed.wishedEnd ?? ''],
    [t('EXIT.REASON'), typed.reason ?? ''],
  ]
  return (
    <TextPage title={t(`EXIT.${kind}_DONE_TITLE`)}>
      <Notice kind="good">{t('EXIT.DONE', { email: typed.email ?? '' })}</Notice>
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
