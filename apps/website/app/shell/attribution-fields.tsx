import { useViewer } from './viewer.ts'

/** Hidden attribution fields for GET forms, because browsers drop the query of a form's action. */
export function AttributionFields() {
  const { attribution } = useViewer()
  return Object.entries(attribution).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}
