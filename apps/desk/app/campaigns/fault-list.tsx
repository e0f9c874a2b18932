import type { CampaignFaultShown } from '@kiosk/domain/staff/offer-endpoints'
import { Button } from '../pieces/button.tsx'
import { useText } from '../shell/use-text.tsx'
import style from './campaigns.module.css'
import { nameOfPart } from './part-names.ts'

type Props = { faults: readonly CampaignFaultShown[]; campaign: unknown; onShow(path: string): void }

/** What is missing or wrong; each leads to its field. */
export function FaultList({ faults, campaign, onShow }: Props) {
  const t = useText()
  return (
    <ul className={style.faults}>
      {faults.map(({ path, message }) => (
        <li key={path + message}>
          <Button kind="bare" onPress={() => onShow(path)}>
            {nameOfPart(path, campaign, t)}
          </Button>{' '}
          {message}
        </li>
      ))}
    </ul>
  )
}
