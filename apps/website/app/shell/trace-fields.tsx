import { useVisitor } from './visitor.ts'

/** Where the visitor came from, within a form that asks for a page: a browser drops the query of its address. */
export function TraceFields() {
  const { trace } = useVisitor()
  return Object.entries(trace).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}
