import { addressOf } from '@kiosk/domain/addresses'
import { useText } from '../shell/use-text.ts'
import style from './nothing-yet.module.css'

/** Shown by a newsstand without issues: says that there are none yet, and what a visitor can do meanwhile. */
export function NothingYet({ className }: { className?: string | undefined }) {
  const t = useText()
  return (
    <div className={className}>
      <p>{t('CATALOGUE.NOTHING_YET')}</p>
      <p className={style.ways}>
        <a className="button quiet" href={addressOf('features')}>
          {t('CATALOGUE.FEATURES')}
        </a>
        <a className="button quiet" href={addressOf('feedback')}>
          {t('CATALOGUE.WISH')}
        </a>
      </p>
    </div>
  )
}
