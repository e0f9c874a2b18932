import { data } from 'react-router'

/** An address of the desk that does not exist. */
export function loader(): never {
  throw data({ code: 'not_found' }, { status: 404 })
}

export default function NotFound() {
  return null
}
