import { archive as archiveEndpoint } from '@kiosk/contract/routes'
import { addressOf, afterOf } from '@kiosk/domain/addresses'
import { shelfMessages } from '@kiosk/i18n/messages/shelf'
import { data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { orApiError } from '../api-error.ts'
import type { HeadData } from '../shell/head.tsx'
import { requestContext } from '../shell/request-context.ts'
import { useText } from '../shell/use-text.ts'
import { cardOf } from './card.ts'
import style from './library.module.css'
import { LibraryCard } from './library-card.tsx'
import { LibraryPage, libraryHead, Pager } from './library-page.tsx'
import { afterIn } from './paging.ts'

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  const { magazinekey = '' } = params
  const after = afterIn(request)
  const { answer, apiError } = await orApiError(
    ctx.call(archiveEndpoint, { params: { magazinekey }, query: { ...(after !== null && { after }) } }),
  )
  // Show the first page for an invalid cursor.
  if (after !== null && apiError?.status === 400) throw redirect(addressOf('archive', { magazinekey }))
  if (apiError) throw data({ apiError }, { status: apiError.status })
  const { name, issues, nextUrl } = answer
  const words = ctx.words(shelfMessages)
  const head: HeadData = { ...libraryHead, title: `${name} – ${words['SHELF.ARCHIVE']}` }
  return { words, head, magazinekey, name, issues, after, next: afterOf(nextUrl) }
}

/** All issues of a title, the newest first. */
export default function ArchiveScreen() {
  const t = useText()
  const { magazinekey, name, issues, after, next } = useLoaderData<typeof loader>()
  return (
    <LibraryPage title={name} lead={t('SHELF.ARCHIVE_OF', { name })}>
      <ul className={`${style.cards} ${style.all}`}>
        {issues.map((issue) => (
          <LibraryCard key={issue.uid} card={cardOf({ issue })} />
        ))}
      </ul>
      <Pager address={(from) => addressOf('archive', { magazinekey, after: from })} next={next} isFirst={after === null} />
    </LibraryPage>
  )
}
