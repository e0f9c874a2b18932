import { houseWords } from '@kiosk/languages/content/house'
import type { LoaderFunctionArgs } from 'react-router'
import { useText } from '../shell/use-text.ts'
import { visitOf } from '../shell/visit.ts'
import { useVisitor } from '../shell/visitor.ts'
import style from './house.module.css'
import { TextPage } from './text-page.tsx'
import { thirdParties } from './third-parties.ts'

export function loader({ context }: LoaderFunctionArgs) {
  return { words: visitOf(context).words(houseWords) }
}

export default function ThirdPartyScreen() {
  const t = useText()
  const { language } = useVisitor()
  return (
    <TextPage title={t('THIRD_PARTY.TITLE')} lead={t('THIRD_PARTY.LEAD')}>
      <table className={style.partners}>
        <thead>
          <tr>
            <th scope="col">{t('THIRD_PARTY.COMPANY')}</th>
            <th scope="col">{t('THIRD_PARTY.PURPOSE')}</th>
            <th scope="col">{t('THIRD_PARTY.POLICY')}</th>
          </tr>
        </thead>
        <tbody>
          {thirdParties.map((partner) => (
            <tr key={partner.company_id}>
              <th scope="row">{partner.company_name}</th>
              <td>{partner.description[language]}</td>
              <td>
                <a href={partner.policy_url} rel="noopener">
                  {new URL(partner.policy_url).hostname}
                </a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TextPage>
  )
}
