import { feedbackMessages, markFeedback } from '@kiosk/contract/desk-routes'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Button } from '../pieces/button.tsx'
import { Nothing } from '../pieces/nothing.tsx'
import { Failure } from '../pieces/notice.tsx'
import { Pager } from '../pieces/pager.tsx'
import { StateTabs } from '../pieces/state-tabs.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useChange } from '../shell/use-change.tsx'
import { useText, useTime } from '../shell/use-text.tsx'
import style from './content.module.css'

const STATES = ['open', 'answered', 'all'] as const

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = deskContext(context)
  const search = new URL(request.url).searchParams
  const state = STATES.find((each) => each === search.get('state')) ?? 'open'
  const before = search.get('before') || undefined
  const [mayChange, mayFind, found] = await Promise.all([
    ctx.may('feedback.write'),
    ctx.may('readers.read'),
    ctx.call(feedbackMessages, { query: { state, before } }),
  ])
  return { ...found, state, mayChange, mayFind }
}

/** Messages from readers: open until somebody has answered. */
export default function Feedback() {
  const { messages, more, state, mayChange, mayFind } = useLoaderData<typeof loader>()
  const t = useText()
  const time = useTime()
  const { run, error, isPending } = useChange()
  return (
    <>
      <PageHead
        title={t('DESK.SECTION.FEEDBACK')}
        about={mayChange ? `${t('DESK.FEEDBACK.ABOUT')} ${t('DESK.FEEDBACK.TO_DO')}` : t('DESK.FEEDBACK.ABOUT')}
      />
      <StateTabs states={STATES} current={state} nameOf={(each) => t(`DESK.FEEDBACK.${each}`)} />
      <Failure error={error} />
      {messages.length === 0 && <Nothing>{t('DESK.FEEDBACK.NOTHING')}</Nothing>}
      <ul className={style.messages} aria-label={t('DESK.SECTION.FEEDBACK')}>
        {messages.map((message) => (
          <li key={message.id}>
            <header>
              <div>
                <strong>{message.title}</strong>
                <small>
                  <time dateTime={message.at}>{time(message.at)}</time>, {message.name},{' '}
                  <a href={`mailto:${message.email}?subject=${encodeURIComponent(`Re: ${message.title}`)}`}>{message.email}</a>
                  {mayFind && (
                    <>
                      {', '}
                      <Link to={`/readers?search=${encodeURIComponent(message.email)}`}>{t('DESK.FEEDBACK.FIND_READER')}</Link>
                    </>
                  )}
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
      <Pager next={more ? messages.at(-1)?.id : null} />
    </>
  )
}
