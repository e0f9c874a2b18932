import { contentPageMessages } from '@kiosk/i18n/messages/content-pages'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { requestContext } from '../shell/request-context.ts'
import { useText } from '../shell/use-text.ts'
import style from './company-pages.module.css'
import { loadDocument, partsOf, plainText } from './document-loading.ts'
import { ServerHtml } from './server-html.tsx'
import { TextPage } from './text-page.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  const { title, lead, html } = await loadDocument(ctx, 'thirdParty')
  return { words: ctx.words(contentPageMessages), title, lead, partners: partnersIn(html) }
}

/** A partner, with the field names of the specification; `description` and `policy` are HTML. */
type Partner = { company_name: string; description: string; policy: string }

/** Returns a partner per part of the text, sorted by name ignoring case; the last paragraph of a part is the policy link. */
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
