import { useText } from '../shell/use-text.ts'
import type { Coming } from './overview-loading.ts'
import style from './what-comes.module.css'

/** What is charged when: today, and what comes after (nobody shall be surprised by a charge). */
export function WhatComes({ coming }: { coming: Coming[] }) {
  const t = useText()
  return (
    <dl className={style.coming} aria-label={t('CHECKOUT.LATER')}>
      {coming.map(({ from, key, values }) => (
        <div key={key}>
          <dt>{from ? t('CHECKOUT.FROM', { date: from }) : t('CHECKOUT.AT_ONCE')}</dt>
          <dd>{t(key, values)}</dd>
        </div>
      ))}
    </dl>
  )
}
