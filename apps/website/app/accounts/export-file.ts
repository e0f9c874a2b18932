import { exportData } from '@kiosk/domain/accounts/endpoints'
import { addressOf } from '@kiosk/domain/addresses'
import { type LoaderFunctionArgs, redirect } from 'react-router'
import { visitOf } from '../shell/visit.ts'

/** Everything held about the account that is signed in, as a file. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { call, operator, who } = visitOf(context)
  if ((await who()).state === 'anonymous') return redirect(addressOf('login', { redirect: addressOf('accountExport') }))
  const everything = await call(exportData)
  const name = `${operator.siteName.replace(/[^\w-]/g, '')}-${String(everything.exportedAt ?? '').slice(0, 10)}.json`
  return new Response(`${JSON.stringify(everything, null, 2)}\n`, {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
    },
  })
}
