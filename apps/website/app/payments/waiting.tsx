import { Notice } from '@kiosk/ui/notice'
import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useText } from '../shell/use-text.ts'
import style from './result.module.css'

/** Delay before the first poll, its growth with each poll, and its maximum. Milliseconds. */
const FIRST_POLL_MS = 1_500
const BACKOFF_FACTOR = 1.25
const SLOWEST_POLL_MS = 10_000
/** Time after which the page says that it may take longer. */
const LONG_AFTER_MS = 45_000

/** Polls the result of a payment; reloads the page without JavaScript. */
export function Waiting() {
  const t = useText()
  const { revalidate } = useRevalidator()
  const [long, setLong] = useState(false)
  useEffect(() => {
    let wait = FIRST_POLL_MS
    const began = Date.now()
    let timer: ReturnType<typeof setTimeout>
    const poll = async () => {
      await revalidate()
      wait = Math.min(wait * BACKOFF_FACTOR, SLOWEST_POLL_MS)
      if (Date.now() - began > LONG_AFTER_MS) setLong(true)
      timer = setTimeout(poll, wait)
    }
    timer = setTimeout(poll, wait)
    return () => clearTimeout(timer)
  }, [revalidate])
  return (
    <>
      <noscript>
        <meta httpEquiv="refresh" content="4" />
      </noscript>
      <div className={style.result} role="status">
        <span className={style.ring} aria-hidden="true" />
        <p>{t('PAYMENT.WAITING')}</p>
      </div>
      {long && <Notice>{t('PAYMENT.WAITING_LONG')}</Notice>}
    </>
  )
}
