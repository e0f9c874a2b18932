import { contentPageMessages } from '@kiosk/i18n/messages/content-pages'
import { feedbackMessages } from '@kiosk/i18n/messages/feedback'
import { validationMessages } from '@kiosk/i18n/messages/validation'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Link } from '../shell/link.tsx'
import { requestContext } from '../shell/request-context.ts'
import { useText } from '../shell/use-text.ts'
import style from './company-pages.module.css'
import { feedbackAction } from './feedback-action.ts'
import { FeedbackForm } from './feedback-form.tsx'
import { feedbackRulesOfPage } from './feedback-rules.ts'
import { senderOf } from './known-sender.ts'
import { TextPage } from './text-page.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  const { packedWords, operator } = ctx
  return {
    words: packedWords(contentPageMessages, feedbackMessages, validationMessages),
    mail: operator.company.mail,
    phone: operator.company.phone,
    sender: await senderOf(ctx),
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  return feedbackAction(requestContext(context), await request.formData(), feedbackRulesOfPage)
}

/** Contact page: a form, and the e-mail address. */
export default function FeedbackScreen() {
  const t = useText()
  const { mail, phone, sender } = useLoaderData<typeof loader>()
  return (
    <TextPage title={t('FEEDBACK.TITLE')} lead={t('FEEDBACK.LEAD')}>
      <FeedbackForm sender={sender} />
      <h2>{t('FEEDBACK.HINT')}</h2>
      <ul className={style.hints}>
        <li>{t('FEEDBACK.HINT_1')}</li>
        <li>{t('FEEDBACK.HINT_2')}</li>
        <li>{t('FEEDBACK.HINT_3')}</li>
      </ul>
      <p>
        {t('FEEDBACK.MAIL')} <a href={`mailto:${mail}`}>{mail}</a>
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
