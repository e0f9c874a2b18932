import { addressOf } from '@kiosk/domain/addresses'
import type { CampaignImage as CampaignImageName } from '@kiosk/domain/campaigns/campaign'
import { CampaignImage } from '@kiosk/ui/campaign-image'
import { Cover } from '@kiosk/ui/cover'
import type { ReactNode } from 'react'
import { useText } from '../shell/use-text.ts'
import style from './campaign-hero.module.css'
import type { CampaignTitle } from './campaign-loading.ts'

/** Opening section of a campaign: its scene with three titles of the market, the promise and the offer. */
export function CampaignHero({
  picture: image,
  partner = null,
  titles = [],
  eyebrow,
  headline,
  promise,
  children,
}: {
  picture: CampaignImageName
  partner?: string | null
  titles?: CampaignTitle[]
  eyebrow: string
  headline: string
  promise: string
  children: ReactNode
}) {
  const t = useText()
  return (
    <section className={style.hero}>
      <div className={style.scene} data-picture={image}>
        <CampaignImage picture={image} />
        {titles.length >= 3 && (
          <div className={style.fan}>
            {titles.slice(0, 3).map((title) => (
              <a key={title.issueUId} href={addressOf('issue', { id: title.issueUId })}>
                <Cover
                  picture={title}
                  alt={t('CAMPAIGN.FEATURED_COVER', { title: title.title })}
                  height={280}
                  sizes="(min-width: 60rem) 15vw, 25vw"
                  first
                />
              </a>
            ))}
          </div>
        )}
      </div>
      <div className={style.words}>
        <p className={style.eyebrow}>{eyebrow}</p>
        <h1>{headline}</h1>
        <p className={style.promise}>{promise}</p>
        {partner && <p className={style.partner}>{t('CAMPAIGN.WITH', { partner })}</p>}
        {children}
      </div>
    </section>
  )
}
