import { apiAddress } from '@kiosk/contract/route'
import { invoice, invoices as invoicesEndpoint } from '@kiosk/contract/routes'
import { addressOf } from '@kiosk/domain/addresses'
import { formatDay } from '@kiosk/domain/date-format'
import { dayInVienna } from '@kiosk/domain/day'
import type { Locale } from '@kiosk/domain/locale'
import { formatMoney } from '@kiosk/domain/money'
import { invoiceListMessages } from '@kiosk/i18n/messages/invoice-list'
import { onOneLine } from '@kiosk/i18n/typography'
import { Button } from '@kiosk/ui/button'
import { Select } from '@kiosk/ui/field'
import { Notice } from '@kiosk/ui/notice'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import page from '../content/text-page.module.css'
import { TextPage } from '../content/text-page.tsx'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { requestContext } from '../shell/request-context.ts'
import { useText } from '../shell/use-text.ts'
import style from './invoices-screen.module.css'

/** First year of the filter. */
const FIRST_YEAR = 2015
const ALL = 'all'

/** An invoice as the API sends it: either name of the number, either date, and an optional formatted amount. */
type Entry = {
  invoice?: string
  number?: string
  creationTime?: string
  date?: string
  amount?: number
  amountFormat?: string
  period?: string
}

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  const thisYear = new Date().getUTCFullYear()
  const years = Array.from({ length: thisYear - FIRST_YEAR + 1 }, (_, back) => String(thisYear - back))
  const requested = new URL(request.url).searchParams.get('year') ?? ''
  const year = requested === ALL || years.includes(requested) ? requested : String(thisYear)
  const entries: Entry[] = await ctx.call(invoicesEndpoint)
  const { locale } = await ctx.who()
  const head: HeadData = { robots: 'noindex' }
  return {
    words: ctx.packedWords(invoiceListMessages),
    head,
    years,
    year,
    none: entries.length === 0,
    invoices: entries.map((entry) => rowOf(entry, locale)).filter(({ day }) => year === ALL || day.startsWith(`${year}-`)),
  }
}

function rowOf(entry: Entry, locale: Locale) {
  const at = entry.creationTime ?? entry.date ?? ''
  const written = at ? formatDay(locale, at) : ''
  return {
    number: entry.invoice ?? entry.number ?? '',
    day: at && dayInVienna(new Date(at)),
    written,
    amount: entry.amountFormat ? onOneLine(entry.amountFormat) : formatMoney({ minor: entry.amount ?? 0, currency: 'EUR' }),
    period: entry.period ?? '',
  }
}

/** The reader's invoices and credit notes, filtered by year. */
export default function InvoicesScreen() {
  const t = useText()
  const { years, year, none, invoices } = useLoaderData<typeof loader>()
  const ofAll = year === ALL
  return (
    <TextPage title={t('INVOICES.TITLE')} lead={t('INVOICES.LEAD')}>
      {!none && (
        <form method="get" action={addressOf('invoices')} className={style.filter}>
          <Select label={t('INVOICES.YEAR')} name="year" defaultValue={year}>
            <option value={ALL}>{t('INVOICES.ALL_YEARS')}</option>
            {years.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </Select>
          <Button kind="quiet">{t('INVOICES.SHOW')}</Button>
        </form>
      )}
      {invoices.length === 0 ? (
        <Notice>{ofAll || none ? t('INVOICES.EMPTY_ALL') : t('INVOICES.EMPTY', { year })}</Notice>
      ) : (
        <table className={style.invoices}>
          <caption className="unseen">{ofAll ? t('INVOICES.CAPTION_ALL') : t('INVOICES.CAPTION', { year })}</caption>
          <thead>
            <tr>
              <th scope="col">{t('INVOICES.NUMBER')}</th>
              <th scope="col">{t('INVOICES.DATE')}</th>
              <th scope="col">{t('INVOICES.AMOUNT')}</th>
            </tr>
          </thead>
          <tbody>
            {invoices.map(({ number, day, written, amount, period }) => (
              <tr key={number}>
                <th scope="row">
                  <a
                    href={apiAddress(invoice, { number })}
                    target="_blank"
                    rel="noopener"
                    aria-label={t('INVOICES.OPEN', { number })}
                  >
                    {number}
                  </a>
                  {period && <span className={style.period}>{period}</span>}
                </th>
                <td data-label={t('INVOICES.DATE')}>
                  <time dateTime={day}>{written}</time>
                </td>
                <td data-label={t('INVOICES.AMOUNT')} className={style.amount}>
                  {amount}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className={page.back}>
        <Link to="account">{t('INVOICES.BACK')}</Link>
      </p>
    </TextPage>
  )
}
