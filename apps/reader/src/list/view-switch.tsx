import { useReading } from '../shell/reader-context.ts'
import { type View, views } from '../shell/storage.ts'
import styles from './view-switch.module.css'

/** Two buttons: the issue as a list of articles, or page by page. */
export function ViewSwitch({ view, onView }: { view: View; onView: (view: View) => void }) {
  const { t } = useReading()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields, these are buttons that act at once
    <div role="group" aria-label={t('READER.VIEW')} className={styles.switch} data-view-switch="">
      {views.map((each) => (
        <button key={each} type="button" aria-pressed={each === view} onClick={() => onView(each)}>
          {t(`READER.VIEW.${each}`)}
        </button>
      ))}
    </div>
  )
}
