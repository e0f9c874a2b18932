import { useText } from './use-text.tsx'

/** Returns a function that looks up a message, or returns `otherwise` if there is none: codes of the server may be new. */
export function useTextOr() {
  const t = useText()
  return (key: string, otherwise: string) => {
    const found = t(key)
    return found === key ? otherwise : found
  }
}
