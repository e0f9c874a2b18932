import { crashReport } from '@kiosk/contract/routes'
import { type ActionFunctionArgs, redirect } from 'react-router'
import { valuesOf } from './form-rules.ts'
import { requestContext } from './request-context.ts'

/** Forwards a crash report to the API, which requires a token that browsers do not have. All errors are ignored. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { device = '', os = '', app = '', exception = '', zipLog = '' } = valuesOf(await request.formData())
  await requestContext(context)
    .call(crashReport, { body: { device, os, app, exception, zipLog } })
    .catch(() => undefined)
  return new Response(null, { status: 204 })
}

export function loader() {
  return redirect('/')
}
