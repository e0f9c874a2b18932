import { houseWords } from '@kiosk/languages/content/house'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Link } from '../shell/link.tsx'
import { useText } from '../shell/use-text.ts'
import { visitOf } from '../shell/visit.ts'
import style from './house.module.css'
import { TextPage } from './text-page.tsx'

export function loader({ context }: LoaderFunctionArgs) {
  const { words, operator } = visitOf(context)
  return { words: words(houseWords), contacts: operator.contacts }
}

export default function MarketingScreen() {
  const t = useText()
  const { contacts } = useLoaderData<typeof loader>()
  return (
    <TextPage wide title={t('MARKETING.TITLE')} lead={t('MARKETING.LEAD')}>
      <div className={style.doors}>
        <section>
          <h2>{t('MARKETING.PUBLISHERS')}</h2>
          <p>{t('MARKETING.PUBLISHERS_BODY')}</p>
          <a className="button" href={contacts.publishers}>
            {t('MARKETING.PUBLISHERS_LINK')}
          </a>
          <p className={style.address}>{shown(contacts.publishers)}</p>
        </section>
        <section>
          <h2>{t('MARKETING.ADVERTISERS')}</h2>
          <p>{t('MARKETING.ADVERTISERS_BODY')}</p>
          <a className="button" href={contacts.advertisers}>
            {t('MARKETING.ADVERTISERS_LINK')}
          </a>
          <p className={style.address}>{shown(contacts.advertisers)}</p>
          <p>
            <Link plain to="videoAdvertising">
              {t('MARKETING.VIDEO_LINK')}
            </Link>
          </p>
        </section>
      </div>
    </TextPage>
  )
}

function shown(address: string): string {
  return address.replace(/^mailto:/, '')
}
