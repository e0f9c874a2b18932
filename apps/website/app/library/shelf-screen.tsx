import { shelf as shelfEndpoint, switchRecommendations } from '@kiosk/contract/routes'
import { addressOf } from '@kiosk/domain/addresses'
import { shelfMessages } from '@kiosk/i18n/messages/shelf'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { accountForm } from '../shell/account-form.ts'
import { requestContext } from '../shell/request-context.ts'
import { useText } from '../shell/use-text.ts'
import { LibraryPage, libraryHead } from './library-page.tsx'
import { ReaderPart, readerPartOf } from './reader-part.tsx'
import { rememberedScript } from './remembered-script.ts'
import { ShelfRows } from './shelf-rows.tsx'
import { VisitorShelf } from './visitor-shelf.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  const account = (await ctx.whoForSure()).state !== 'anonymous'
  return {
    words: ctx.words(shelfMessages),
    head: libraryHead,
    readerPart: readerPartOf(ctx, request, account),
    ...(!account && { script: rememberedScript }),
    shelf: account ? await ctx.call(shelfEndpoint) : null,
  }
}

/** Switches recommendations on or off. */
export async function action({ context, request }: ActionFunctionArgs) {
  const ctx = requestContext(context)
  const form = await accountForm(ctx, request)
  await ctx.call(switchRecommendations, { body: { on: form.get('recommendations') === 'on' ? 'true' : 'false' } })
  return redirect(addressOf('shelf', {}, '#recommendations'), 303)
}

/** The reader's shelf; for visitors, the places stored in this browser. */
export default function ShelfScreen() {
  const t = useText()
  const { shelf, readerPart } = useLoaderData<typeof loader>()
  return (
    <LibraryPage title={t('SHELF.TITLE')}>
      {shelf ? <ShelfRows shelf={shelf} /> : <VisitorShelf />}
      <ReaderPart part={readerPart} />
    </LibraryPage>
  )
}
