import { houseWords } from '@kiosk/languages/content/house'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useText } from '../shell/use-text.ts'
import { visitOf } from '../shell/visit.ts'
import style from './house.module.css'
import { TextPage } from './text-page.tsx'

export function loader({ context }: LoaderFunctionArgs) {
  const { words, operator } = visitOf(context)
  const { company, contacts, demonstration } = operator
  return { words: words(houseWords), company, contacts, demonstration }
}

export default function ImprintScreen() {
  const t = useText()
  const { company, contacts, demonstration } = useLoaderData<typeof loader>()
  const mailOf = (address: string) => <a href={address}>{address.replace(/^mailto:/, '')}</a>
  return (
    <TextPage title={t('IMPRINT.TITLE')}>
      {demonstration && <p className={style.demonstration}>{t('IMPRINT.DEMONSTRATION')}</p>}
      <dl className={style.facts}>
        <dt>{t('IMPRINT.OWNER')}</dt>
        <dd>
          {company.name}
          <br />
          {company.street}
          <br />
          {company.postcode} {company.town}, {company.country}
        </dd>
        <dt>{t('IMPRINT.DIRECTOR')}</dt>
        <dd>{company.director}</dd>
        <dt>{t('IMPRINT.REGISTER')}</dt>
        <dd>{company.register}</dd>
        <dt>{t('IMPRINT.VAT')}</dt>
        <dd>{company.vatId}</dd>
        <dt>{t('IMPRINT.MAIL')}</dt>
        <dd>{mailOf(`mailto:${company.mail}`)}</dd>
        <dt>{t('IMPRINT.PHONE')}</dt>
        <dd>
          <a href={`tel:${company.phone.replaceAll(' ', '')}`}>{company.phone}</a>
        </dd>
        <dt>{t('IMPRINT.PUBLISHERS')}</dt>
        <dd>{mailOf(contacts.publishers)}</dd>
        <dt>{t('IMPRINT.ADVERTISERS')}</dt>
        <dd>{mailOf(contacts.advertisers)}</dd>
        <dt>{t('IMPRINT.PURPOSE')}</dt>
        <dd>{t('IMPRINT.PURPOSE_BODY')}</dd>
      </dl>
    </TextPage>
  )
}
