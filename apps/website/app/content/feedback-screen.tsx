import { houseWords } from '@kiosk/languages/content/house'
import { Icon } from '@kiosk/ui/icon'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Link } from '../shell/link.tsx'
import { useText } from '../shell/use-text.ts'
import { visitOf } from '../shell/visit.ts'
import style from './house.module.css'
import { TextPage } from './text-page.tsx'

export function loader({ context }: LoaderFunctionArgs) {
  const { words, operator } = visitOf(context)
  return { words: words(houseWords), mail: operator.company.mail, phone: operator.company.phone }
}

/** How to reach the house: a mail address that a person reads. */
export default function FeedbackScreen() {
  const t = useText()
  const { mail, phone } = useLoaderData<typeof loader>()
  return (
    <TextPage title={t('FEEDBACK.TITLE')} lead={t('FEEDBACK.LEAD')}>
      <p>
        <a className="button" href={`mailto:${mail}`}>
          <Icon name="mail" />
          {t('FEEDBACK.MAIL')}
        </a>
      </p>
      <p className={style.address}>{mail}</p>
      <h2>{t('FEEDBACK.HINT')}</h2>
      <ul className={style.hints}>
        <li>{t('FEEDBACK.HINT_1')}</li>
        <li>{t('FEEDBACK.HINT_2')}</li>
        <li>{t('FEEDBACK.HINT_3')}</li>
      </ul>
      <p>
        {t('FEEDBACK.PHONE')} <a href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</a>
      </p>
      <p>
        <Link plain to="faq">
          {t('FEEDBACK.FAQ')}
        </Link>
      </p>
    </TextPage>
  )
}
