import type { FormEvent, ReactNode } from 'react'
import type { useFetcher } from 'react-router'
import { AccountField } from '../shell/account-field.tsx'
import { useConfirm } from '../shell/confirm.tsx'
import type { Question } from '../shell/question.ts'

type Props = {
  fetcher: ReturnType<typeof useFetcher>
  action: string
  question: Question
  className?: string | undefined
  children: ReactNode
}

/**
 * A form that asks for confirmation: in a dialog with JavaScript, otherwise as a second step, because its action returns
 * the question until `confirmed` is sent.
 */
export function AskingForm({ fetcher, action, question, className, children }: Props) {
  const confirm = useConfirm()
  const ask = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    form.set('confirmed', 'yes')
    confirm(question).then(
      () => fetcher.submit(form, { method: 'post', action }),
      () => undefined,
    )
  }
  return (
    <fetcher.Form method="post" action={action} className={className} onSubmit={ask}>
      <AccountField />
      {children}
    </fetcher.Form>
  )
}

/** The second step without JavaScript: the question, with the same fields and the answer. */
export function QuestionForm({
  action,
  fields,
  question,
}: {
  action: string
  fields: Record<string, string>
  question: Question & { title: string; yes: string; no: string }
}) {
  return (
    <form method="post" action={action}>
      <AccountField />
      {Object.entries({ ...fields, confirmed: 'yes' }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <h3>{question.title}</h3>
      <p>{question.content}</p>
      <p>
        <button type="submit" className="button">
          {question.yes}
        </button>{' '}
        <a className="button quiet" href={action}>
          {question.no}
        </a>
      </p>
    </form>
  )
}
