import { CAMPAIGN_IMAGES } from '@kiosk/domain/campaigns/campaign'
import { regions } from '@kiosk/domain/regions'
import { CampaignImage, campaignColours } from '@kiosk/ui/campaign-image'
import { FormPart, FormParts, PartFields } from '../pieces/form-parts.tsx'
import type { Option } from '../pieces/select.tsx'
import { useText } from '../shell/use-text.tsx'
import { partAt } from '../shell/value-parts.ts'
import style from './campaigns.module.css'
import { useEditing } from './editing.ts'
import { ChoicePart, FlagPart, NumberPart, TextPart } from './fields.tsx'
import { MarketFields, RedirectFields } from './market-fields.tsx'
import { SmallPrintFields, WordFields } from './word-fields.tsx'

/** A campaign in the order in which a person thinks of it. */
export function CampaignForm() {
  const t = useText()
  const field = (name: string) => ({ path: name.split('.'), label: t(`DESK.CAMPAIGN.FIELD.${name.split('.').at(-1)}`) })
  const pictures = usePictures()
  return (
    <FormParts>
      <FormPart title={t('DESK.CAMPAIGN.PART.TERM')}>
        <PartFields>
          <TextPart {...field('from')} type="date" hint={t('DESK.CAMPAIGN.FROM_HINT')} />
          <TextPart {...field('until')} type="date" hint={t('DESK.CAMPAIGN.UNTIL_HINT')} />
        </PartFields>
      </FormPart>
      <FormPart title={t('DESK.CAMPAIGN.PART.AUDIENCE')}>
        <PartFields>
          <TextPart {...field('partner')} empty={null} maxLength={200} hint={t('DESK.CAMPAIGN.PARTNER_HINT')} />
          <ChoicePart
            {...field('market')}
            isNumber
            none={t('DESK.CAMPAIGN.OWN_MARKET')}
            options={regions.map(({ id }) => ({ id: String(id), name: t(`DESK.NEWSLETTER.MARKET.${id}`) }))}
          />
        </PartFields>
        <FlagPart label={t('DESK.CAMPAIGN.WAY')} field="collaboration" name={t('DESK.CAMPAIGN.FIELD.collaboration')} />
      </FormPart>
      <FormPart title={t('DESK.CAMPAIGN.PART.OFFERS')}>
        <MarketFields />
        <RedirectFields />
      </FormPart>
      <FormPart title={t('DESK.CAMPAIGN.PART.TEXTS')}>
        <WordFields />
      </FormPart>
      <FormPart title={t('DESK.CAMPAIGN.PART.LOOK')}>
        <PartFields>
          <ChoicePart {...field('picture')} options={pictures} />
          <ChoicePart {...field('secondPicture')} none={t('DESK.CAMPAIGN.NO_PICTURE')} options={pictures} />
        </PartFields>
        <div className={style.colours}>
          {['paper', 'ink', 'accent', 'onAccent'].map((name) => (
            <TextPart key={name} {...field(`colours.${name}`)} type="color" />
          ))}
        </div>
        <FlagPart label={t('DESK.CAMPAIGN.COVERS')} field="covers" name={t('DESK.CAMPAIGN.FIELD.covers')} />
        <NumberPart {...field('fallbackCount')} hint={t('DESK.CAMPAIGN.COUNT_HINT')} />
      </FormPart>
      <FormPart title={t('DESK.CAMPAIGN.PART.SMALL_PRINT')}>
        <SmallPrintFields />
      </FormPart>
    </FormParts>
  )
}

/** The pictures as options, each drawn in the colours of the campaign. */
function usePictures(): Option[] {
  const t = useText()
  const { value } = useEditing()
  const colour = (name: string) => String(partAt(value, ['colours', name]) ?? '')
  const colours = campaignColours({
    paper: colour('paper'),
    ink: colour('ink'),
    accent: colour('accent'),
    onAccent: colour('onAccent'),
  })
  return CAMPAIGN_IMAGES.map((id) => ({
    id,
    name: t(`DESK.CAMPAIGN.PICTURE.${id}`),
    picture: (
      <span className={style.thumbnail} style={colours}>
        <CampaignImage picture={id} />
      </span>
    ),
  }))
}
