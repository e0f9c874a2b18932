import { Icon } from '@kiosk/ui/icon'
import type { ReactNode } from 'react'
import { useText } from '../shell/use-text.ts'
import style from './payment-page.module.css'

type Step = 1 | 2 | 3
const steps = [1, 2, 3] as const

/** Layout of a checkout page: progress (without `step` = no order), title, description. */
export function PaymentPage({
  step,
  title,
  lead,
  wide,
  children,
}: {
  step?: Step
  title: string
  lead?: ReactNode
  wide?: boolean
  children: ReactNode
}) {
  return (
    <div className={wide ? `${style.page} ${style.wide}` : style.page}>
      {step && <Steps at={step} />}
      <h1>{title}</h1>
      {lead && <p className={style.lead}>{lead}</p>}
      {children}
    </div>
  )
}

function Steps({ at }: { at: Step }) {
  const t = useText()
  return (
    <ol className={style.steps} aria-label={t('CHECKOUT.STEPS')}>
      {steps.map((step) => (
        <li key={step} aria-current={step === at ? 'step' : undefined} data-done={step < at || undefined}>
          <span className={style.number}>{step < at ? <Icon name="check" size={0.9} /> : step}</span>
          {t(`CHECKOUT.STEP_${step}`)}
          {step === at && <span className="unseen">{t('CHECKOUT.STEP', { step })}</span>}
        </li>
      ))}
    </ol>
  )
}
