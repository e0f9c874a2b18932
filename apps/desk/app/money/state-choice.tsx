import { Link } from 'react-router'
import { useText } from '../shell/use-text.tsx'
import style from './money.module.css'

/** Chooses between what is open and everything. */
export function StateChoice({ state }: { state: 'open' | 'all' }) {
  const t = useText()
  return (
    <p className={style.choices}>
      {(['open', 'all'] as const).map((each) => (
        <Link key={each} to={{ search: each === 'open' ? '' : 'state=all' }} aria-current={each === state ? 'true' : undefined}>
          {t(`DESK.MONEY.STATE.${each}`)}
        </Link>
      ))}
    </p>
  )
}

export const stateIn = (request: Request): 'open' | 'all' =>
  new URL(request.url).searchParams.get('state') === 'all' ? 'all' : 'open'
