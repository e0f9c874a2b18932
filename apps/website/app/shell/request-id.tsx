import { createContext, useContext } from 'react'

type Mark = { requestId: string | null; nonce: string | undefined }
const MarkContext = createContext<Mark>({ requestId: null, nonce: undefined })

export const RequestId = MarkContext.Provider

/** Returns the id of the request and the nonce of our inline scripts; neither exists in the browser. */
export function useRequestId(): Mark {
  return useContext(MarkContext)
}
