import { houseWords } from '@kiosk/languages/content/house'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useText } from '../shell/use-text.ts'
import { visitOf } from '../shell/visit.ts'
import { loadDocument, partsOf, plainText } from './document-loading.ts'
import style from './house.module.css'
import { ServerHtml } from './server-html.tsx'
import { TextPage } from './text-page.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const visit = visitOf(context)
  const { title, lead, html } = await loadDocument(visit, 'thirdParty')
  return { words: visit.words(houseWords), title, lead, partners: partnersIn(html) }
}

/** A partner as the specification spells it; what it is for, and the link to its policy, are HTML. */
type Partner = { company_name: string; description: string; policy: string }

/** A part of the text each, by name, upper and lower case alike; the last paragraph holds the policy. */
function partnersIn(html: string): Partner[] {
  const partners = partsOf(html).map(({ heading, html }): Partner => {
    const [, description = '', policy = ''] = /^([\s\S]*?)(?:<p>(<a [^>]*>[^<]*<\/a>)<\/p>\s*)?$/.exec(html) ?? []
    return { company_name: plainText(heading), description, policy }
  })
  return partners.sort((one, other) => one.company_name.localeCompare(other.company_name, 'de', { sensitivity: 'base' }))
}

export default function ThirdPartyScreen() {
  const t = useText()
  const { title, lead, partners } = useLoaderData<typeof loader>()
  return (
    <TextPage title={title} lead={lead}>
      <table className={style.partners}>
        <thead>
          <tr>
            <th scope="col">{t('THIRD_PARTY.COMPANY')}</th>
            <th scope="col">{t('THIRD_PARTY.PURPOSE')}</th>
            <th scope="col">{t('THIRD_PARTY.POLICY')}</th>
          </tr>
        </thead>
        <tbody>
          {partners.map(({ company_name, description, policy }) => (
            <tr key={company_name}>
              <th scope="row">{company_name}</th>
              <td>
                <ServerHtml html={description} />
              </td>
              <td>
                <ServerHtml html={policy} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TextPage>
  )
}
