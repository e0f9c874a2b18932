import fc from 'fast-check'
import { addDays } from '../../day.ts'
import { languages } from '../../locale.ts'
import { type RegionId, regions } from '../../regions.ts'
import { plans } from '../../subscriptions/plans.ts'
import { CAMPAIGN_IMAGES, type Campaign } from '../campaign.ts'

const text = (min: number, max: number) =>
  fc
    .string({ minLength: min, maxLength: Math.min(max, min + 8), unit: 'grapheme' })
    .filter((value) => value.isWellFormed() && value.length <= max && !value.includes('\0') && value.trim().length >= min)
const line = text(1, 200).map((value) => value.trim())
const optional = { requiredKeys: [] as never[] }

const words = fc
  .tuple(
    fc.record({ title: line, description: text(20, 400), eyebrow: line, headline: line, promise: text(1, 600) }),
    fc.record(
      {
        steps: fc.array(fc.record({ title: line, text: text(1, 400) }), { minLength: 1, maxLength: 3 }),
        facts: fc.array(fc.record({ title: line, contentHTML: text(1, 1000) }), { maxLength: 3 }),
        ratings: fc.array(fc.record({ name: line, stars: fc.constantFrom(4, 5), content: text(1, 500) }), { maxLength: 3 }),
        quotes: fc.array(fc.record({ id: fc.integer(), testmonial: text(1, 500), reference: line }), { maxLength: 3 }),
        smallPrint: text(0, 2000),
      },
      optional,
    ),
  )
  .map(([required, lists]) => ({ ...required, ...lists }))

// Made once: fast-check takes longer to prepare a pattern than to generate strings from it.
const voucherCode = fc.stringMatching(/^[A-Z0-9-]{3,30}$/)
const utmParameters = fc.dictionary(fc.stringMatching(/^utm_[a-z]{1,12}$/), text(0, 300), { maxKeys: 3 })

function offerIn(region: RegionId) {
  const sold = plans.filter((plan) => plan.region === region && plan.price > 0)
  return fc.constantFrom(...sold).chain(({ subscriptionId, price }) =>
    fc
      .tuple(
        fc.record({ voucherPrice: fc.integer({ min: 0, max: price - 1 }), duration: fc.integer({ min: 1, max: 24 }) }),
        voucherCode,
        fc.record(
          {
            numberOfMagazines: fc.integer({ min: 1, max: 9999 }),
            regularPrice: fc.integer({ min: 1, max: 99_999 }),
            utmParameters,
          },
          optional,
        ),
      )
      .map(([prices, code, others]) => ({ region, id: subscriptionId, ...prices, voucherCode: `${code}-${region}`, ...others })),
  )
}

const region = fc.constantFrom(...regions.map(({ id }) => id))
const path = fc.constantFrom('/', '/home', '/magazines', '/faq#preise')
const day = fc.integer({ min: 0, max: 1500 }).map((days) => addDays('2026-01-01', days))

/** Any campaign that the schema permits. */
export const anyCampaign: fc.Arbitrary<Campaign> = fc
  .tuple(
    fc.record({
      key: fc.stringMatching(/^[a-z0-9][a-z0-9-]{1,30}$/),
      partner: fc.option(line),
      colours: fc.constantFrom(
        { paper: '#f3e6d4', ink: '#38240e', accent: '#80471a', onAccent: '#ffffff' },
        { paper: '#16130f', ink: '#f6efe2', accent: '#ffcf4a', onAccent: '#241a02' },
      ),
      picture: fc.constantFrom(...CAMPAIGN_IMAGES),
      offers: fc.subarray([...regions]).chain((sold) => fc.tuple(...sold.map(({ id }) => offerIn(id)))),
      words: fc.tuple(words, words, words).map((of) => Object.fromEntries(languages.map((language, at) => [language, of[at]!]))),
    }),
    fc.record(
      {
        secondPicture: fc.constantFrom(...CAMPAIGN_IMAGES),
        market: region,
        collaboration: fc.boolean(),
        covers: fc.boolean(),
        redirects: fc.array(fc.record({ region, to: path }), { maxLength: 3 }),
        withoutOffer: path,
        fallbackCount: fc.integer({ min: 1, max: 9999 }),
      },
      optional,
    ),
    fc.array(day, { maxLength: 2 }),
    fc.boolean(),
  )
  .map(([required, others, days, isOpen]) => {
    const [first, last] = days.sort()
    return {
      ...required,
      ...others,
      ...(first && !isOpen && { from: first }),
      ...(last && { until: last }),
    } as Campaign
  })
