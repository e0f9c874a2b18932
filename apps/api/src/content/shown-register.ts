import { loadDataRegister } from './data-register.ts'

/** What the privacy page shows of the register: its texts, without its tables. */
export function shownRegister() {
  const { bases, recipients, uses, lifetimes, cookies, storage } = loadDataRegister()
  return { bases, recipients, uses, lifetimes, cookies, storage }
}
