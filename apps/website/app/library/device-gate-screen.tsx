import { access, deleteDevice } from '@kiosk/contract/routes'
import { addressOf } from '@kiosk/domain/addresses'
import { formatMoment } from '@kiosk/domain/date-format'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { shelfMessages } from '@kiosk/i18n/messages/shelf'
import { Button } from '@kiosk/ui/button'
import { Notice } from '@kiosk/ui/notice'
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  redirectDocument,
  useActionData,
  useLoaderData,
} from 'react-router'
import { type FormError, formError, orApiError } from '../api-error.ts'
import { AccountField } from '../shell/account-field.tsx'
import { accountForm } from '../shell/account-form.ts'
import { Link } from '../shell/link.tsx'
import { requestContext } from '../shell/request-context.ts'
import { useText } from '../shell/use-text.ts'
import style from './library.module.css'
import { LibraryPage, libraryHead } from './library-page.tsx'

/** Returns the issue in `?back=` with its address in the reader; null for any other address. */
function issueIn(request: Request): { uid: string; back: string } | null {
  const back = new URL(request.url).searchParams.get('back') ?? ''
  const uid = /^\/reader\/issues\/([A-Za-z0-9_-]{1,64})(?:\?[!-~]*)?$/.exec(back)?.[1]
  return uid ? { uid, back } : null
}

/** Redirects to the issue if this device may read it by now. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  const issue = issueIn(request)
  if (!issue) return redirect(addressOf('devices'))
  const { devices } = await ctx.call(access, { params: { uid: issue.uid } })
  if (!devices) return redirectDocument(issue.back)
  const { locale } = await ctx.who()
  return {
    words: ctx.words(shelfMessages),
    head: libraryHead,
    back: issue.back,
    devices: devices.map((device, at) => {
      // Devices with the same name are numbered, so that every button has a distinct name.
      const number = devices.slice(0, at + 1).filter(({ name }) => name === device.name).length
      const name = number === 1 ? device.name : `${device.name} (${number})`
      return { ...device, name, when: formatMoment(locale, device.lastReading) }
    }),
  }
}

/** Removes a device and returns to the issue. */
export async function action({ context, request }: ActionFunctionArgs) {
  const ctx = requestContext(context)
  const form = await accountForm(ctx, request)
  const { apiError } = await orApiError(ctx.call(deleteDevice, { params: { vendorId: String(form.get('device') ?? '') } }))
  // 404: another device has already removed it.
  if (!apiError || apiError.status === 404) return redirectDocument(issueIn(request)?.back ?? addressOf('shelf'), 303)
  return formError(apiError)
}

/** Shown when the device limit is reached: lists the devices, each with a button that removes it and returns to the issue. */
export default function DeviceGateScreen() {
  const t = useText()
  // Every other answer of the loader redirects.
  const { devices, back } = useLoaderData<typeof loader>() as Exclude<Awaited<ReturnType<typeof loader>>, Response>
  const sent = useActionData() as FormError | undefined
  return (
    <LibraryPage title={t('SHELF.DEVICES')} lead={t('SHELF.DEVICES_TEXT', { count: devices.length })}>
      {sent && (
        <Notice kind="error" autoFocus>
          {sent.apiError.message ?? t(sent.apiError.words as MessageKey)}
        </Notice>
      )}
      <ul className={style.rows}>
        {devices.map(({ vendorId, name, when }) => (
          <li key={vendorId}>
            <div>
              <h2>{name}</h2>
              <p className={style.about}>{t('SHELF.DEVICE_LAST', { day: when })}</p>
            </div>
            <form method="post" action={addressOf('deviceGate', { back })} data-once="">
              <AccountField />
              <input type="hidden" name="device" value={vendorId} />
              <Button kind="quiet">{t('SHELF.FREE_DEVICE', { name })}</Button>
            </form>
          </li>
        ))}
      </ul>
      <p>
        <Link to="subscriptions">{t('SHELF.MORE_DEVICES')}</Link>
      </p>
    </LibraryPage>
  )
}
