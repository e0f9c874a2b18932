import { createContext, useContext } from 'react'

type Mark = { requestId: string | null; nonce: string | undefined }
const MarkContext = createContext<Mark>({ requestId: null, nonce: undefined })

export const RequestMark = MarkContext.Provider

/** Id of the request and mark of our inline scripts; in the browser there is neither. */
export function useRequestMark(): Mark {
  return useContext(MarkContext)
}
