import { useText } from '../shell/use-text.tsx'

/** Returns a function that translates a code of the server; a code without a message is shown as it is. */
export function useCode() {
  const t = useText()
  return (group: string, code: string) => {
    const key = `DESK.READERS.${group}.${code}`
    const found = t(key)
    return found === key ? code : found
  }
}
