import { PERIOD_DAYS } from '@kiosk/domain/payments/limits'
import { type Region, regions } from '@kiosk/domain/regions'
import { plans } from '@kiosk/domain/subscriptions/plans'
import { useState } from 'react'
import { CheckGroup } from '../pieces/check-group.tsx'
import { FieldGroup, PartFields } from '../pieces/form-parts.tsx'
import { useMoney } from '../shell/use-format.ts'
import { useText } from '../shell/use-text.tsx'
import { listAt, partAt, withPart } from '../shell/value-parts.ts'
import style from './campaigns.module.css'
import { fieldId, useEditing } from './editing.ts'
import { ChoicePart, NumberPart, PricePart, TextPart } from './fields.tsx'

const UTM_NAMES = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term']
const FIRST_MONTHS = 3

/** Returns the place of a market's entry in a list; -1 if it has none. */
const placeOf = (list: readonly unknown[], { id }: Region) => list.findIndex((each) => partAt(each, ['region']) === id)

/** What is offered in which market. */
export function MarketFields() {
  const t = useText()
  const { value, set, isReadOnly, errorOf } = useEditing()
  const offers = listAt(value, ['offers'])
  const sold = regions.filter((region) => placeOf(offers, region) >= 0)
  const error = errorOf(['offers'])
  function choose(ids: readonly string[]): void {
    const kept = offers.filter((offer) => {
      const region = partAt(offer, ['region'])
      return !regions.some(({ id }) => id === region) || ids.includes(String(region))
    })
    const added = regions.filter((region) => ids.includes(String(region.id)) && placeOf(offers, region) < 0)
    set(['offers'], [...kept, ...added.map((region) => firstOffer(region, String(value.key)))])
  }
  return (
    <>
      <div id={fieldId('offers')}>
        <CheckGroup
          label={t('DESK.CAMPAIGN.MARKETS')}
          hint={t('DESK.CAMPAIGN.MARKETS_HINT')}
          error={error}
          isReadOnly={isReadOnly}
          options={regions.map(({ id }) => ({ id: String(id), name: t(`DESK.NEWSLETTER.MARKET.${id}`) }))}
          value={sold.map(({ id }) => String(id))}
          onChange={choose}
        />
      </div>
      <PartFields>
        {sold.map((region) => (
          <OfferFields key={region.id} region={region} place={placeOf(offers, region)} />
        ))}
      </PartFields>
    </>
  )
}

/** A first offer: the largest plan of the market, for three months; the price is left to the person. */
function firstOffer({ id: region, country }: Region, key: string) {
  const plan = plans.filter((each) => each.region === region && each.price > 0).sort((a, b) => b.price - a.price)[0]
  const word = key.toUpperCase().slice(0, 37)
  return { region, id: plan?.subscriptionId, duration: FIRST_MONTHS, voucherCode: `${word}-${country}` }
}

function OfferFields({ region, place }: { region: Region; place: number }) {
  const t = useText()
  const money = useMoney()
  const { value } = useEditing()
  const at = (name: string) => ['offers', place, name]
  const own = plans.filter((plan) => plan.region === region.id && plan.price > 0)
  const months = partAt(value, at('duration'))
  const utm = partAt(value, at('utmParameters'))
  const others = typeof utm === 'object' && utm !== null ? Object.keys(utm).filter((name) => !UTM_NAMES.includes(name)) : []
  return (
    <FieldGroup legend={t(`DESK.NEWSLETTER.MARKET.${region.id}`)}>
      <ChoicePart
        path={at('id')}
        isNumber
        label={t('DESK.CAMPAIGN.FIELD.id')}
        options={own.map(({ subscriptionId, tier, price }) => ({
          id: String(subscriptionId),
          name: tier,
          hint: t('DESK.CAMPAIGN.PLAN_PRICE', { price: money(price, region.currency) }),
        }))}
      />
      <PricePart
        path={at('voucherPrice')}
        label={`${t('DESK.CAMPAIGN.FIELD.voucherPrice')} (${region.currency})`}
        hint={t('DESK.CAMPAIGN.PRICE_HINT')}
      />
      <NumberPart
        path={at('duration')}
        label={t('DESK.CAMPAIGN.FIELD.duration')}
        hint={t('DESK.CAMPAIGN.MONTHS_HINT', { days: typeof months === 'number' ? months * PERIOD_DAYS : PERIOD_DAYS })}
      />
      <TextPart
        path={at('voucherCode')}
        label={t('DESK.CAMPAIGN.FIELD.voucherCode')}
        hint={t('DESK.CAMPAIGN.CODE_HINT')}
        maxLength={40}
      />
      <details className={style.more}>
        <summary>{t('DESK.CAMPAIGN.MORE')}</summary>
        <NumberPart
          path={at('numberOfMagazines')}
          label={t('DESK.CAMPAIGN.FIELD.numberOfMagazines')}
          hint={t('DESK.CAMPAIGN.NUMBER_HINT')}
        />
        <PricePart
          path={at('regularPrice')}
          label={`${t('DESK.CAMPAIGN.FIELD.regularPrice')} (${region.currency})`}
          hint={t('DESK.CAMPAIGN.REGULAR_HINT')}
        />
        <p className={style.note}>{t('DESK.CAMPAIGN.UTM_HINT')}</p>
        {[...UTM_NAMES, ...others].map((name) => (
          <UtmPart key={name} place={place} name={name} />
        ))}
      </details>
    </FieldGroup>
  )
}

/** One value that the button's address carries; an offer without values has no record of them. */
function UtmPart({ place, name }: { place: number; name: string }) {
  const editing = useEditing()
  const path = ['offers', place, 'utmParameters']
  function set(part: unknown): void {
    const next = withPart(partAt(editing.value, path) ?? {}, [name], part)
    editing.set(path, Object.keys(next as object).length === 0 ? undefined : next)
  }
  return <TextPart path={[...path, name]} label={name} maxLength={300} onSet={set} />
}

/** Where visitors without an offer are led. */
export function RedirectFields() {
  const t = useText()
  const { value, set } = useEditing()
  const redirects = listAt(value, ['redirects'])
  // Decided once: the part must not close while a field is emptied.
  const [isOpen] = useState(redirects.length > 0 || value.withoutOffer !== undefined)
  const offers = listAt(value, ['offers'])
  // A market with an offer needs none, but may have one.
  const shown = regions.filter((region) => placeOf(offers, region) < 0 || placeOf(redirects, region) >= 0)
  function redirect(region: Region, to: unknown): void {
    const place = placeOf(redirects, region)
    const entry = to === undefined ? [] : [{ region: region.id, to }]
    const next = place < 0 ? [...redirects, ...entry] : redirects.toSpliced(place, 1, ...entry)
    set(['redirects'], next.length === 0 ? undefined : next)
  }
  return (
    <details className={style.more} open={isOpen}>
      <summary>{t('DESK.CAMPAIGN.ELSEWHERE')}</summary>
      <p className={style.note}>{t('DESK.CAMPAIGN.REDIRECT_HINT')}</p>
      <PartFields>
        {shown.map((region) => {
          const place = placeOf(redirects, region)
          return (
            <TextPart
              key={region.id}
              // Without an entry of its own, a market uses a place after the last one.
              path={['redirects', place < 0 ? redirects.length + region.id : place, 'to']}
              label={t('DESK.CAMPAIGN.REDIRECT', { market: t(`DESK.NEWSLETTER.MARKET.${region.id}`) })}
              onSet={(to) => redirect(region, to)}
            />
          )
        })}
        <TextPart path={['withoutOffer']} label={t('DESK.CAMPAIGN.FIELD.withoutOffer')} hint={t('DESK.CAMPAIGN.WITHOUT_HINT')} />
      </PartFields>
    </details>
  )
}
