import { newsletter } from '@kiosk/contract/desk-routes'
import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { deskContext } from '../shell/desk-context.ts'
import { NewsletterEditor } from './newsletter-editor.tsx'
import { NewsletterProgress } from './newsletter-progress.tsx'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const id = Number(params.id)
  if (!Number.isSafeInteger(id) || id < 1) throw data({ code: 'not_found' }, { status: 404 })
  const ctx = deskContext(context)
  const [me, mayChange, found] = await Promise.all([
    ctx.me(),
    ctx.may('newsletter.write'),
    ctx.call(newsletter, { params: { id } }),
  ])
  return { found, email: me?.email ?? '', mayChange }
}

/** A newsletter: a draft to be written, or one that is sent. */
export default function NewsletterPage() {
  const { found, email, mayChange } = useLoaderData<typeof loader>()
  return found.state === 'draft' && mayChange ? (
    <NewsletterEditor key={found.id} newsletter={found} ownEmail={email} />
  ) : (
    <NewsletterProgress newsletter={found} mayChange={mayChange} />
  )
}
