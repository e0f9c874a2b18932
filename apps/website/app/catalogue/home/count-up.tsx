/** A number that `count-up-script.ts` counts up once; screen readers get the result only. */
export function CountUp({ to, language }: { to: number; language: string }) {
  const written = to.toLocaleString(language === 'de' ? 'de-AT' : language)
  return (
    <>
      <span className="unseen">{written}</span>
      <span aria-hidden="true" data-count={to}>
        {written}
      </span>
    </>
  )
}
