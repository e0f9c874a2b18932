import { user as userEndpoint } from '@kiosk/contract/routes'
import type { Page } from '@kiosk/domain/addresses'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { accountMessages } from '@kiosk/i18n/messages/account'
import { validationMessages } from '@kiosk/i18n/messages/validation'
import { Notice } from '@kiosk/ui/notice'
import { PageIcon, type PageIconName } from '@kiosk/ui/page-icon'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { TextPage } from '../content/text-page.tsx'
import { accountForm } from '../shell/account-form.ts'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { requestContext } from '../shell/request-context.ts'
import { useText } from '../shell/use-text.ts'
import { type AccountAnswer, accountAction, type Section } from './account-action.ts'
import style from './account-screen.module.css'
import { accountView, dataFields, rowsToOpen, switchNames, switchToFocus } from './account-view.ts'
import { DataRow } from './data-row.tsx'
import { DeleteSection } from './delete-section.tsx'
import { passwordFieldWords } from './password-field-messages.ts'
import { PasswordSection } from './password-section.tsx'
import { referenceLists } from './reference-lists.ts'
import { RegionRow } from './region-row.tsx'
import { SwitchRow } from './switch-row.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  const [user, lists] = await Promise.all([ctx.call(userEndpoint), referenceLists(ctx)])
  const edit = new URL(request.url).searchParams.get('edit')
  const head: HeadData = { robots: 'noindex' }
  return {
    words: ctx.packedWords(accountMessages, validationMessages, passwordFieldWords),
    head,
    view: accountView(user, lists),
    open: rowsToOpen(edit),
    led: switchToFocus(edit),
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const ctx = requestContext(context)
  return accountAction(ctx, await accountForm(ctx, request))
}

/** Account page: personal data and every setting that can be changed. */
export default function AccountScreen() {
  const t = useText()
  const { view, open, led } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as AccountAnswer | undefined
  const sentTo = (about: Section) => (answer?.about === about ? answer : undefined)
  return (
    <TextPage title={t('ACCOUNT.TITLE')} lead={t('ACCOUNT.LEAD')}>
      <section className={style.section} aria-labelledby="data">
        <h2 id="data">{t('ACCOUNT.DATA')}</h2>
        {view.emailBounced && (
          <Notice kind="warning" title={t('ACCOUNT.BOUNCED_TITLE', { email: view.saved.email })}>
            <p>{t('ACCOUNT.BOUNCED')}</p>
          </Notice>
        )}
        {dataFields.map((field) => (
          <DataRow
            key={`${field} ${open.includes(field)}`}
            field={field}
            view={view}
            openAtFirst={open.includes(field)}
            focusAtFirst={open[0] === field}
            sent={sentTo(field)}
          />
        ))}
        <RegionRow view={view} openAtFirst={open.includes('region')} sent={sentTo('region')} />
      </section>
      <section className={style.section} aria-labelledby="switches">
        <h2 id="switches">{t('ACCOUNT.SWITCHES')}</h2>
        {switchNames.map((name) => (
          <SwitchRow key={name} name={name} saved={view.switches[name]} led={led === name} sent={sentTo(name)} />
        ))}
      </section>
      {view.hasPassword && <PasswordSection sent={sentTo('password')} />}
      <section className={style.section} aria-labelledby="more">
        <h2 id="more">{t('ACCOUNT.MORE')}</h2>
        <ul className={style.sections}>
          <SectionLink to="invoices" icon="credit-card" name="INVOICES" />
          <SectionLink to="security" icon="shield-check" name="SECURITY" />
          <SectionLink to="devices" icon="smartphone" name="DEVICES" />
          <SectionLink to="promoCode" icon="ticket" name="PROMO" />
          <SectionLink to="accountExport" icon="download" name="EXPORT" />
        </ul>
      </section>
      <DeleteSection view={view} sent={sentTo('delete')} />
    </TextPage>
  )
}

function SectionLink({ to, icon, name }: { to: Page; icon: PageIconName; name: string }) {
  const t = useText()
  return (
    <li>
      <PageIcon name={icon} size={1.5} />
      <div>
        <Link to={to}>{t(`ACCOUNT.${name}` as MessageKey)}</Link>
        <p>{t(`ACCOUNT.${name}_BODY` as MessageKey)}</p>
      </div>
    </li>
  )
}
