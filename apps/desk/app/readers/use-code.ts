import { useTextOr } from '../shell/use-text-or.ts'

/** Returns a function that translates a code of the server; a code without a message is shown as it is. */
export function useCode() {
  const textOr = useTextOr()
  return (group: string, code: string) => textOr(`DESK.READERS.${group}.${code}`, code)
}
