import type { CampaignFaultShown } from '@kiosk/domain/staff/offer-endpoints'
import { Button } from '../pieces/button.tsx'
import fieldStyle from '../pieces/field.module.css'
import { saveFile } from '../shell/save-file.ts'
import { useText } from '../shell/use-text.tsx'
import style from './campaigns.module.css'
import { fieldId } from './editing.ts'

type Props = {
  name: string
  yaml: string
  isReadOnly: boolean
  faults: readonly CampaignFaultShown[]
  onChange(yaml: string): void
}

/** The campaign as its file, as the command line imports it. */
export function Source({ name, yaml, isReadOnly, faults, onChange }: Props) {
  const t = useText()
  return (
    <div className={style.source}>
      <p className={style.note}>{t('DESK.CAMPAIGN.SOURCE_ABOUT')}</p>
      <div className={fieldStyle.field}>
        <label htmlFor={fieldId('source')}>{t('DESK.CAMPAIGNS.FILE')}</label>
        <textarea
          id={fieldId('source')}
          value={yaml}
          onChange={({ target }) => onChange(target.value)}
          spellCheck={false}
          readOnly={isReadOnly}
          aria-invalid={faults.length > 0}
        />
      </div>
      <div className={style.files}>
        {!isReadOnly && (
          <div className={fieldStyle.field}>
            <label htmlFor="campaign-upload">{t('DESK.CAMPAIGNS.CHOOSE')}</label>
            <input
              id="campaign-upload"
              type="file"
              accept=".yaml,.yml,.json"
              onChange={({ target }) => void target.files?.[0]?.text().then(onChange)}
            />
          </div>
        )}
        <Button kind="quiet" onPress={() => saveFile(new Blob([yaml], { type: 'application/yaml' }), `${name}.yaml`)}>
          {t('DESK.CAMPAIGN.DOWNLOAD')}
        </Button>
      </div>
    </div>
  )
}
