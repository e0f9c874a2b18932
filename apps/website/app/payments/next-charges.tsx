import type { MessageKey } from '@kiosk/i18n/message-key'
import { useText } from '../shell/use-text.ts'
import style from './next-charges.module.css'
import type { Coming } from './overview-loading.ts'

/** Today's and later charges with their dates, so that no charge is a surprise. */
export function WhatComes({ coming }: { coming: Coming[] }) {
  const t = useText()
  return (
    <dl className={style.coming} aria-label={t('CHECKOUT.LATER')}>
      {coming.map(({ from, key, values }) => (
        <div key={key}>
          <dt>{from ? t('CHECKOUT.FROM', { date: from }) : t('CHECKOUT.AT_ONCE')}</dt>
          <dd>{t(key as MessageKey, values)}</dd>
        </div>
      ))}
    </dl>
  )
}
