import { campaignFile } from '@kiosk/contract/desk-routes'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { deskContext } from '../shell/desk-context.ts'
import { CampaignEditor } from './campaign-editor.tsx'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = deskContext(context)
  const key = params.key!
  const [mayChange, { published, draft }] = await Promise.all([
    ctx.may('offers.write'),
    ctx.call(campaignFile, { params: { key } }),
  ])
  return { key, published, draft, mayChange }
}

/** A campaign; another campaign starts with its own state. */
export default function Campaign() {
  const { key, ...loaded } = useLoaderData<typeof loader>()
  return <CampaignEditor key={key} campaignKey={key} {...loaded} />
}
