import { createContext, useContext } from 'react'

const Nonce = createContext<string | undefined>(undefined)
export const NonceProvider = Nonce.Provider
/** The nonce of inline scripts, on the server; undefined in the browser, which hides it. */
export const useNonce = () => useContext(Nonce)
