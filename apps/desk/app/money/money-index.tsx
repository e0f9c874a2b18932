import { redirect } from 'react-router'

/** The first page about money. */
export function loader(): never {
  throw redirect('/money/invoices')
}

export default function MoneyIndex() {
  return null
}
