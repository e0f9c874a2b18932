import { loadDataRegister } from './data-register.ts'

/** Returns the texts of the register that the privacy page shows, without its tables. */
export function shownRegister() {
  const { bases, recipients, uses, lifetimes, cookies, storage } = loadDataRegister()
  return { bases, recipients, uses, lifetimes, cookies, storage }
}
