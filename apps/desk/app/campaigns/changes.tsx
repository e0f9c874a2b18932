import { campaignChanges } from '@kiosk/domain/campaigns/campaign-changes'
import { Difference } from '../pieces/difference.tsx'
import { useText } from '../shell/use-text.tsx'
import style from './campaigns.module.css'
import { nameOfPart } from './part-names.ts'

type Props = { before: unknown; after: unknown }

/** What differs between two versions of a campaign, by the names of its fields. */
export function Changes({ before, after }: Props) {
  const t = useText()
  const changes = campaignChanges(before, after)
  if (changes.length === 0) return <p>{t('DESK.CAMPAIGN.SAME')}</p>
  return (
    <Difference label={t('DESK.CAMPAIGN.CHANGES')} className={style.changes!}>
      <dl>
        {changes.map(({ path, before: was, after: is }) => (
          <div key={path}>
            <dt>{nameOfPart(path, is === undefined ? before : after, t)}</dt>
            {was !== undefined && was !== null && (
              <dd>
                <del>{String(was)}</del>
              </dd>
            )}
            {is !== undefined && is !== null && (
              <dd>
                <ins>{String(is)}</ins>
              </dd>
            )}
          </div>
        ))}
      </dl>
    </Difference>
  )
}
