import { createContext } from 'react-router'

/** Marks our inline scripts for the content security policy of a response. */
export const nonceContext = createContext<string>()
