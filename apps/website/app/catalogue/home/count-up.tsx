import type { Locale } from '@kiosk/domain/locale'

/** A number that `count-up-script.ts` counts up once; screen readers get the result only. */
export function CountUp({ to, locale }: { to: number; locale: Locale }) {
  const written = to.toLocaleString(locale)
  return (
    <>
      <span className="unseen">{written}</span>
      <span aria-hidden="true" data-count={to} data-locale={locale}>
        {written}
      </span>
    </>
  )
}
