import { houseWords } from '@kiosk/languages/content/house'
import { feedbackWords } from '@kiosk/languages/feedback'
import { validationWords } from '@kiosk/languages/validation'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Link } from '../shell/link.tsx'
import { useText } from '../shell/use-text.ts'
import { visitOf } from '../shell/visit.ts'
import { feedbackAction } from './feedback-action.ts'
import { FeedbackForm } from './feedback-form.tsx'
import { feedbackRulesOfPage } from './feedback-rules.ts'
import style from './house.module.css'
import { knownWriter } from './known-writer.ts'
import { TextPage } from './text-page.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const { packedWords, operator, who } = visitOf(context)
  return {
    words: packedWords(houseWords, feedbackWords, validationWords),
    mail: operator.company.mail,
    phone: operator.company.phone,
    known: knownWriter((await who()).user),
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  return feedbackAction(visitOf(context), await request.formData(), feedbackRulesOfPage)
}

/** How to reach the house: a form, and the mail address that a person reads. */
export default function FeedbackScreen() {
  const t = useText()
  const { mail, phone, known } = useLoaderData<typeof loader>()
  return (
    <TextPage title={t('FEEDBACK.TITLE')} lead={t('FEEDBACK.LEAD')}>
      <FeedbackForm known={known} />
      <h2>{t('FEEDBACK.HINT')}</h2>
      <ul className={style.hints}>
        <li>{t('FEEDBACK.HINT_1')}</li>
        <li>{t('FEEDBACK.HINT_2')}</li>
        <li>{t('FEEDBACK.HINT_3')}</li>
      </ul>
      <p>
        {t('FEEDBACK.MAIL')}: <a href={`mailto:${mail}`}>{mail}</a>
      </p>
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
