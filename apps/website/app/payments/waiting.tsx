import { Notice } from '@kiosk/ui/notice'
import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useText } from '../shell/use-text.ts'
import style from './result.module.css'

/** Asked again after so long, a little more slowly each time. Milliseconds. */
const FIRST_QUESTION = 1_500
const SLOWER = 1.25
const SLOWEST = 10_000
/** Until it is said that this may take longer. Milliseconds. */
const PATIENCE = 45_000

/** Asks by itself what became of a payment, with script in place and without by loading the page anew. */
export function Waiting() {
  const t = useText()
  const { revalidate } = useRevalidator()
  const [long, setLong] = useState(false)
  useEffect(() => {
    let wait = FIRST_QUESTION
    const began = Date.now()
    let timer: ReturnType<typeof setTimeout>
    const ask = async () => {
      await revalidate()
      wait = Math.min(wait * SLOWER, SLOWEST)
      if (Date.now() - began > PATIENCE) setLong(true)
      timer = setTimeout(ask, wait)
    }
    timer = setTimeout(ask, wait)
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
