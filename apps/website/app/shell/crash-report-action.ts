import { crashReport } from '@kiosk/domain/content/endpoints'
import { type ActionFunctionArgs, redirect } from 'react-router'
import { valuesOf } from './form-rules.ts'
import { visitOf } from './visit.ts'

/** Hands a fault of a page on to the API, which asks for a token that no browser has. Whatever comes of it: silence. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { device = '', os = '', app = '', exception = '', zipLog = '' } = valuesOf(await request.formData())
  await visitOf(context)
    .call(crashReport, { body: { device, os, app, exception, zipLog } })
    .catch(() => undefined)
  return new Response(null, { status: 204 })
}

export function loader() {
  return redirect('/')
}
