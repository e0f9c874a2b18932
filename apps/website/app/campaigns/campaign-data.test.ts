import { stepFor, vouchersOf } from '@kiosk/domain/campaigns/campaign'
import { CampaignInput } from '@kiosk/domain/campaigns/campaign-input'
import { shippedCampaigns } from '@kiosk/domain/campaigns/shipped-campaigns'
import { languages } from '@kiosk/domain/locale'
import { reducedCharges } from '@kiosk/domain/payments/rules'
import { defaultCampaignTexts } from '@kiosk/i18n/campaigns/default-texts'
import { describe, expect, it, test } from 'vitest'
import { shippedCampaign } from './shipped-campaign.ts'

const all = shippedCampaigns.map(({ key }) => [key, shippedCampaign(key)!] as const)

describe('shipped campaigns', () => {
  it.each(all)('%s matches the schema of data files, including the default messages', (_key, campaign) => {
    for (const tier of ['MAGZ', 'PREMIUM'] as const) {
      const whole = languages.map((each) => [each, { ...defaultCampaignTexts(each, tier), ...campaign.words[each] }])
      expect(CampaignInput.safeParse({ ...campaign, words: Object.fromEntries(whole) }).error?.issues).toBeUndefined()
    }
    expect(new Set(languages.map((each) => campaign.words[each].headline)).size).toBe(3)
  })

  it('promise reading offline with MAGZ only for magazines, unless they have their own texts', () => {
    for (const language of languages) {
      const { steps, facts } = defaultCampaignTexts(language, 'MAGZ')
      const texts = [...steps.map(({ text }) => text), ...facts.map(({ title, contentHTML }) => title + contentHTML)]
      const promises = texts.filter((text) => /offline|ohne netz|hors ligne/i.test(text))
      expect(promises).toEqual([expect.stringMatching(/^Magazine/)])
    }
  })

  it('have distinct codes in every region', () => {
    const codes = all.flatMap(([, { offers }]) => offers.map(({ voucherCode }) => voucherCode))
    expect(new Set(codes).size).toBe(codes.length)
  })

  it('state the price and number of reduced charges of their vouchers', () => {
    for (const [, campaign] of all) {
      const promised = campaign.offers.map(({ voucherCode, voucherPrice, duration }) => [voucherCode, voucherPrice, duration])
      expect(vouchersOf(campaign).map(({ code, price, days }) => [code, price, reducedCharges(days)])).toEqual(promised)
    }
  })

  it.each([
    ['promo', { 1: 299, 2: 299, 3: 390, 4: 299 }],
    ['black-friday', { 1: 299, 2: 299, 3: 590 }],
    ['christmas', { 1: 299, 2: 299, 3: 490 }],
    ['iamstudent-ch', { 3: 299 }],
    ['leseprobe', { 1: 333, 2: 499, 3: 990 }],
  ])('%s costs %o', (key, prices) => {
    const offers = shippedCampaign(key)?.offers ?? []
    expect(Object.fromEntries(offers.map(({ region, voucherPrice }) => [region, voucherPrice]))).toEqual(prices)
  })

  it('sell plan 2 in Austria, 5 in Germany, 8 in Switzerland and 9 in Luxembourg', () => {
    for (const [, { offers }] of all) for (const { region, id } of offers) expect(id).toBe({ 1: 2, 2: 5, 3: 8, 4: 9 }[region])
  })
})

test.each([
  [null, false, '0'],
  ['9', true, '0'],
  ['0', true, '0'],
  ['1', true, '1a'],
  ['1', false, '1b'],
  ['1a', false, '1a'],
  ['1b', false, '1b'],
  ['2a', false, '2a'],
  ['2b', false, '2b'],
  ['2a', true, '0'],
  ['2b', true, '0'],
])('step %s (signed in: %s) shows step %s', (requested, loggedIn, step) => {
  expect(stepFor(requested, loggedIn)).toBe(step)
})

describe('a data file', () => {
  const promo = shippedCampaign('promo')!
  const faultsOf = (changed: object) =>
    CampaignInput.safeParse({ ...promo, ...changed }).error?.issues.map(({ path }) => path.join('.'))
  it.each([
    [{ words: { de: promo.words.de, en: promo.words.en } }, 'words.fr'],
    [{ offers: [{ ...promo.offers[0], voucherPrice: 1999 }] }, 'offers.0.voucherPrice'],
    [{ offers: [{ ...promo.offers[0], id: 5 }] }, 'offers.0.id'],
    [{ offers: [promo.offers[0], promo.offers[0]] }, 'offers.1.region'],
    [{ colours: { ...promo.colours, ink: promo.colours.paper } }, 'colours.ink'],
    [{ withoutOffer: '//elsewhere.example' }, 'withoutOffer'],
    [{ unknown: 1 }, ''],
  ])('is rejected with %o', (changed, place) => {
    expect(faultsOf(changed)).toContain(place)
  })
})
