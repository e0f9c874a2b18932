import { campaignFile } from '@kiosk/contract/desk-routes'
import { isPermitted } from '@kiosk/domain/staff/roles'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { deskContext } from '../shell/desk-context.ts'
import { CampaignEditor } from './campaign-editor.tsx'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = deskContext(context)
  const key = params.key!
  const [me, { published, draft }] = await Promise.all([ctx.me(), ctx.call(campaignFile, { params: { key } })])
  return { key, published, draft, mayChange: me !== null && isPermitted(me.role, 'offers.write') }
}

/** A campaign; that of another one starts with its own state. */
export default function Campaign() {
  const { key, ...loaded } = useLoaderData<typeof loader>()
  return <CampaignEditor key={key} campaignKey={key} {...loaded} />
}
