import { feedbackMessages, markFeedback } from '@kiosk/contract/desk-routes'
import { isPermitted } from '@kiosk/domain/staff/roles'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Button } from '../pieces/button.tsx'
import tableStyle from '../pieces/data-table.module.css'
import { deskClient } from '../shell/desk-client.ts'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useChange } from '../shell/use-change.tsx'
import { useText, useTime } from '../shell/use-text.tsx'
import style from './content.module.css'
import { ContentNav } from './content-nav.tsx'

const STATES = ['open', 'answered', 'all'] as const

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = deskContext(context)
  const search = new URL(request.url).searchParams
  const state = STATES.find((each) => each === search.get('state')) ?? 'open'
  const before = search.get('before') || undefined
  const [me, found] = await Promise.all([ctx.me(), ctx.call(feedbackMessages, { query: { state, before } })])
  return { ...found, state, mayChange: me !== null && isPermitted(me.role, 'feedback.write') }
}

/** Messages from readers: open until somebody has answered. */
export default function Feedback() {
  const { messages, more, state, mayChange } = useLoaderData<typeof loader>()
  const t = useText()
  const time = useTime()
  const { run, error, isPending } = useChange()
  const last = messages.at(-1)
  return (
    <>
      <PageHead title={t('DESK.SECTION.FEEDBACK')} about={t('DESK.FEEDBACK.ABOUT')} />
      <ContentNav />
      <nav className={style.tabs} aria-label={t('DESK.CODES.STATE')}>
        {STATES.map((each) => (
          <Link key={each} to={{ search: `state=${each}` }} aria-current={each === state ? 'page' : undefined}>
            {t(`DESK.FEEDBACK.${each}`)}
          </Link>
        ))}
      </nav>
      {error && (
        <p role="alert" className={style.fault}>
          {error.message}
        </p>
      )}
      {messages.length === 0 && <p className={tableStyle.nothing}>{t('DESK.FEEDBACK.NOTHING')}</p>}
      <ul className={style.messages} aria-label={t('DESK.SECTION.FEEDBACK')}>
        {messages.map((message) => (
          <li key={message.id}>
            <header>
              <div>
                <strong>{message.title}</strong>
                <small>
                  <time dateTime={message.at}>{time(message.at)}</time>, {message.name},{' '}
                  <a href={`mailto:${message.email}?subject=${encodeURIComponent(`Re: ${message.title}`)}`}>{message.email}</a>
                </small>
              </div>
              {message.answeredAt && <small>{t('DESK.FEEDBACK.ANSWERED', { time: time(message.answeredAt) })}</small>}
              {mayChange && (
                <Button
                  kind="quiet"
                  isPending={isPending}
                  aria-label={t(message.answeredAt ? 'DESK.FEEDBACK.REOPEN_OF' : 'DESK.FEEDBACK.DONE_OF', {
                    name: message.title,
                  })}
                  onPress={() =>
                    void run(() =>
                      deskClient.call(markFeedback, { params: { id: message.id }, body: { isAnswered: !message.answeredAt } }),
                    )
                  }
                >
                  {t(message.answeredAt ? 'DESK.FEEDBACK.REOPEN' : 'DESK.FEEDBACK.DONE')}
                </Button>
              )}
            </header>
            <p>{message.content}</p>
          </li>
        ))}
      </ul>
      {more && last && (
        <p>
          <Link to={{ search: new URLSearchParams({ state, before: String(last.id) }).toString() }}>{t('DESK.CODES.NEXT')}</Link>
        </p>
      )}
    </>
  )
}
