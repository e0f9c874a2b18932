import { deleteDevice, devices as devicesEndpoint } from '@kiosk/contract/routes'
import { addressOf } from '@kiosk/domain/addresses'
import { countryName } from '@kiosk/domain/country-name'
import { formatMoment } from '@kiosk/domain/date-format'
import { DEVICES } from '@kiosk/domain/subscriptions/plans'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { accountMessages } from '@kiosk/i18n/messages/account'
import { Button } from '@kiosk/ui/button'
import { Notice } from '@kiosk/ui/notice'
import { useEffect, useRef } from 'react'
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirectDocument,
  useActionData,
  useFetcher,
  useLoaderData,
} from 'react-router'
import { apiErrorIn } from '../api-error.ts'
import page from '../content/text-page.module.css'
import { TextPage } from '../content/text-page.tsx'
import { accountForm } from '../shell/account-form.ts'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { requestContext } from '../shell/request-context.ts'
import { useText } from '../shell/use-text.ts'
import { useViewer } from '../shell/viewer.ts'
import { AskingForm, QuestionForm } from './asking-form.tsx'
import style from './devices-screen.module.css'

export async function loader({ context }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  const head: HeadData = { robots: 'noindex' }
  const devices = await ctx.call(devicesEndpoint)
  const { locale } = await ctx.who()
  return {
    words: ctx.packedWords(accountMessages),
    head,
    devices: namedApart(
      devices.map((device) => ({
        ...device,
        when: formatMoment(locale, device.lastAccess),
        place: countryName(ctx.language, device.country),
        sinceWhen: device.since ? formatMoment(locale, device.since) : null,
      })),
    ),
  }
}

type Shown = { name: string; when: string; place: string | null; sinceWhen: string | null }

/** Adds `distinct`: all visible details, numbered where two devices share them, so that every button has a unique name. */
function namedApart<D extends Shown>(devices: D[]): (D & { distinct: string; number: string })[] {
  const seen = new Map<string, number>()
  return devices.map((device) => {
    const alike = [device.name, device.place, device.sinceWhen, device.when].filter(Boolean).join(', ')
    const count = (seen.get(alike) ?? 0) + 1
    seen.set(alike, count)
    const number = count === 1 ? '' : ` (${count})`
    return { ...device, distinct: alike + number, number }
  })
}

type Device = ReturnType<typeof useLoaderData<typeof loader>>['devices'][number]
/** `toConfirm`: handle of the device that is removed after a confirmation. */
type Answer = { toConfirm?: string; deleted?: string; apiError?: NonNullable<ReturnType<typeof apiErrorIn>> }

/** Removes a device after confirmation. Removing the current device also ends the session. */
export async function action({ context, request }: ActionFunctionArgs) {
  const ctx = requestContext(context)
  const form = await accountForm(ctx, request)
  const vendorId = String(form.get('device') ?? '')
  if (form.get('confirmed') !== 'yes') return data<Answer>({ toConfirm: vendorId })
  try {
    const device = (await ctx.call(devicesEndpoint)).find((each) => each.vendorId === vendorId)
    await ctx.call(deleteDevice, { params: { vendorId } })
    if (device?.current) return redirectDocument(addressOf('login'))
    return data<Answer>({ deleted: device?.name ?? '' })
  } catch (thrown) {
    const apiError = apiErrorIn(thrown)
    if (!apiError) throw thrown
    return data<Answer>({ apiError }, { status: apiError.status })
  }
}

/** Lists the devices on which the reader is signed in, and their limit. */
export default function DevicesScreen() {
  const t = useText()
  const { devices } = useLoaderData<typeof loader>()
  const { state } = useViewer()
  const sent = useActionData<typeof action>() as Answer | undefined
  const fetcher = useFetcher<Answer>()
  const notice = useRef<HTMLDivElement>(null)
  const deleted = (fetcher.data ?? sent)?.deleted
  const apiError = fetcher.data?.apiError
  useEffect(() => {
    if (fetcher.data?.deleted !== undefined && fetcher.state === 'idle') notice.current?.focus()
  }, [fetcher.data, fetcher.state])
  const limit = DEVICES[state === 'premium' ? 'PREMIUM' : state === 'magz' ? 'MAGZ' : 'FREE']
  const requested = devices.find((device) => device.vendorId === sent?.toConfirm)
  return (
    <TextPage title={t('DEVICES.TITLE')} lead={t('DEVICES.LEAD', { count: limit })}>
      <p>{t('DEVICES.LEAD_HINT')}</p>
      {deleted !== undefined && (
        <Notice kind="good" ref={notice}>
          {t('DEVICES.DELETED', { name: deleted })}
        </Notice>
      )}
      {apiError && <Notice kind="error">{apiError.message ?? t(apiError.words as MessageKey)}</Notice>}
      {requested ? (
        <QuestionForm
          action={addressOf('devices')}
          fields={{ device: requested.vendorId }}
          question={questionAbout(requested, t)}
        />
      ) : devices.length === 0 ? (
        <Notice>{t('DEVICES.EMPTY')}</Notice>
      ) : (
        <table className={style.devices}>
          <thead>
            <tr>
              <th scope="col">{t('DEVICES.NAME')}</th>
              <th scope="col">{t('DEVICES.LAST_ACCESS')}</th>
              <th scope="col">{t('DEVICES.SINCE')}</th>
              <th scope="col">{t('DEVICES.PLACE')}</th>
              <th scope="col">
                <span className="unseen">{t('DEVICES.DELETE')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {devices.map((device) => (
              <tr key={device.vendorId}>
                <th scope="row">
                  {device.name}
                  {device.number} {device.current && <span className={style.current}>{t('DEVICES.CURRENT')}</span>}
                </th>
                <td data-label={t('DEVICES.LAST_ACCESS')}>
                  <time dateTime={device.lastAccess}>{device.when}</time>
                </td>
                <td data-label={t('DEVICES.SINCE')}>
                  {device.since ? <time dateTime={device.since}>{device.sinceWhen}</time> : t('DEVICES.UNKNOWN')}
                </td>
                <td data-label={t('DEVICES.PLACE')}>{device.place ?? t('DEVICES.UNKNOWN')}</td>
                <td>
                  <AskingForm fetcher={fetcher} action={addressOf('devices')} question={questionAbout(device, t)}>
                    <input type="hidden" name="device" value={device.vendorId} />
                    <Button
                      kind="quiet"
                      busy={fetcher.formData?.get('device') === device.vendorId}
                      aria-label={t('DEVICES.DELETE_OF', { name: device.distinct })}
                    >
                      {t('DEVICES.DELETE')}
                    </Button>
                  </AskingForm>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className={page.back}>
        <Link to="account">{t('ACCOUNT.BACK')}</Link>
      </p>
    </TextPage>
  )
}

function questionAbout({ name, number, current }: Device, t: ReturnType<typeof useText>) {
  return {
    title: t('DEVICES.ASK_TITLE'),
    content: t(current ? 'DEVICES.ASK_CURRENT' : 'DEVICES.ASK', { name: name + number }),
    yes: t('DEVICES.YES'),
    no: t('DEVICES.NO'),
  }
}
