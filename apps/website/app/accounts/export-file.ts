import { exportData } from '@kiosk/contract/routes'
import { addressOf } from '@kiosk/domain/addresses'
import { cacheControl } from '@kiosk/domain/cache-rules'
import { data, type LoaderFunctionArgs, redirect } from 'react-router'
import { orApiError } from '../api-error.ts'
import { requestContext } from '../shell/request-context.ts'
import { freshLoginIn } from './needs-fresh-login.ts'

/** Returns all data of the signed-in account as a file. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { call, operator, whoForSure } = requestContext(context)
  if ((await whoForSure()).state === 'anonymous') return redirect(addressOf('login', { redirect: addressOf('accountExport') }))
  const { answer: everything, apiError } = await orApiError(call(exportData))
  // The export page asks for the password.
  if (apiError && freshLoginIn(apiError)) return redirect(addressOf('accountExport'))
  if (apiError) throw data({ apiError }, { status: apiError.status })
  const name = `${operator.siteName.replace(/[^\w-]/g, '')}-${String(everything.exportedAt ?? '').slice(0, 10)}.json`
  return new Response(`${JSON.stringify(everything, null, 2)}\n`, {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': cacheControl('personal'),
    },
  })
}
