import { FieldError } from 'react-aria-components'
import { useText } from '../shell/use-text.tsx'

/** What is wrong with a field: the error of the server, else of the browser, whose language may differ from the desk's. */
export function FieldMessage({ error }: { error: string | undefined }) {
  const t = useText()
  return (
    <FieldError>
      {({ validationDetails, defaultChildren }) =>
        error ?? (validationDetails.valueMissing ? t('DESK.REQUIRED') : defaultChildren)
      }
    </FieldError>
  )
}
