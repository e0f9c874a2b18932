import { useText } from '../shell/use-text.tsx'

type Props = {
  /** Key of the message. The message of the same key with `.FIRST` says how the first entry gets there. */
  of: string
  mayChange: boolean
}

/** What an empty list says, and how its first entry gets there to those who may add it. */
export function NothingYet({ of, mayChange }: Props) {
  const t = useText()
  return mayChange ? `${t(of)} ${t(`${of}.FIRST`)}` : t(of)
}
