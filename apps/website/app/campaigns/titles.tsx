import { addressOf } from '@kiosk/domain/addresses'
import { Cover } from '@kiosk/ui/cover'
import { useText } from '../shell/use-text.ts'
import type { CampaignTitle } from './campaign-loading.ts'
import style from './titles.module.css'

/** Current titles: the first one large, the others around it; each links to its issue. */
export function Titles({ titles }: { titles: readonly CampaignTitle[] }) {
  const t = useText()
  return (
    <section className={`page ${style.titles}`}>
      <h2>{t('CAMPAIGN.COVERS')}</h2>
      <ul>
        {titles.map((title) => (
          <li key={title.issueUId}>
            <a href={addressOf('issue', { id: title.issueUId })}>
              <Cover picture={title} alt={t('CAMPAIGN.FEATURED_COVER', { title: title.title })} height={title.height} />
              <span>{title.title}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
