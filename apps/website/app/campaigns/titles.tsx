import { addressOf } from '@kiosk/domain/addresses'
import { Cover } from '@kiosk/ui/cover'
import { useText } from '../shell/use-text.ts'
import type { CampaignTitle } from './campaign-loading.ts'
import style from './titles.module.css'

/** Displayed widths: two columns on phones, six in wider windows, where the first cover takes two. */
const SIZES = {
  first: '(min-width: 78rem) 23rem, (min-width: 48rem) 29vw, 91vw',
  other: '(min-width: 78rem) 11rem, (min-width: 48rem) 13vw, 42vw',
}

/** Current titles: the first one large, the others around it; each links to its issue. */
export function Titles({ titles }: { titles: readonly CampaignTitle[] }) {
  const t = useText()
  return (
    <section className={`page ${style.titles}`}>
      <h2>{t('CAMPAIGN.COVERS')}</h2>
      <ul>
        {titles.map((title, place) => (
          <li key={title.issueUId}>
            <a href={addressOf('issue', { id: title.issueUId })}>
              <Cover
                picture={title}
                alt={t('CAMPAIGN.FEATURED_COVER', { title: title.title })}
                height={title.height}
                sizes={place === 0 ? SIZES.first : SIZES.other}
              />
              <span>{title.title}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
