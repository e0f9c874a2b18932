import { exportData } from '@kiosk/domain/accounts/endpoints'
import { addressOf } from '@kiosk/domain/addresses'
import { data, type LoaderFunctionArgs, redirect } from 'react-router'
import { orRefusal } from '../refusal.ts'
import { visitOf } from '../shell/visit.ts'
import { freshLoginIn } from './fresh-login.tsx'

/** Everything held about the account that is signed in, as a file. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { call, operator, whoForSure } = visitOf(context)
  if ((await whoForSure()).state === 'anonymous') return redirect(addressOf('login', { redirect: addressOf('accountExport') }))
  const { answer: everything, refusal } = await orRefusal(call(exportData))
  // The page asks for the password.
  if (refusal && freshLoginIn(refusal)) return redirect(addressOf('accountExport'))
  if (refusal) throw data({ refusal }, { status: refusal.status })
  const name = `${operator.siteName.replace(/[^\w-]/g, '')}-${String(everything.exportedAt ?? '').slice(0, 10)}.json`
  return new Response(`${JSON.stringify(everything, null, 2)}\n`, {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
    },
  })
}
