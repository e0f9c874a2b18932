import { campaignChanges } from '@kiosk/domain/campaigns/campaign-changes'
import { anyCampaign } from '@kiosk/domain/campaigns/testing/any-campaign'
import { languages } from '@kiosk/domain/locale'
import { deskMessages } from '@kiosk/i18n/messages/desk'
import { deskOffersMessages } from '@kiosk/i18n/messages/desk-offers'
import { t } from '@kiosk/i18n/translate'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { partAt, pathText, withPart } from '../shell/value-parts.ts'
import { numberText, typedNumber } from './campaign-value.ts'
import { priceText, typedPrice } from './fields.tsx'
import { nameOfPart } from './part-names.ts'

/** Paths of all parts without parts of their own. */
function leavesOf(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([name, each]) => leavesOf(each, [...path, Array.isArray(value) ? Number(name) : name]))
}

const edited = anyCampaign.chain((campaign) =>
  fc.record({ campaign: fc.constant(campaign), path: fc.constantFrom(...leavesOf(campaign)) }),
)

test('a campaign whose every part was shown in its field and taken over again is the same', () => {
  fc.assert(
    fc.property(anyCampaign, (campaign) => {
      let value: unknown = campaign
      for (const path of leavesOf(campaign)) {
        const part = partAt(value, path)
        const isPrice = /Price$/.test(String(path.at(-1)))
        const taken = typeof part !== 'number' ? part : isPrice ? typedPrice(priceText(part, ',')) : typedNumber(numberText(part))
        // Numbers of quotes have no field and may be negative.
        value = withPart(value, path, path.at(-1) === 'id' ? part : taken)
      }
      expect(value).toEqual(campaign)
    }),
  )
})

test('an edit changes its part and nothing else, and can be taken back', () => {
  fc.assert(
    fc.property(edited, fc.string(), ({ campaign, path }, text) => {
      const before = partAt(campaign, path)
      fc.pre(before !== `${text}!`)
      const after = withPart(campaign, path, `${text}!`)
      expect(campaignChanges(campaign, after)).toEqual([{ path: pathText(path), before, after: `${text}!` }])
      expect(withPart(after, path, before)).toEqual(campaign)
    }),
  )
})

test('an optional part can be added and removed without a trace', () => {
  fc.assert(
    fc.property(anyCampaign, fc.constantFrom('secondPicture', 'withoutOffer', 'fallbackCount', 'covers'), (campaign, name) => {
      const without = withPart(campaign, [name], undefined)
      expect(without).not.toHaveProperty(name)
      expect(withPart(withPart(without, [name], 'x'), [name], undefined)).toEqual(without)
    }),
  )
})

test('every part has a name in every language', () => {
  fc.assert(
    fc.property(edited, fc.constantFrom(...languages), ({ campaign, path }, language) => {
      const say = (key: string, values?: Record<string, string | number>) =>
        t({ ...deskMessages[language], ...deskOffersMessages[language] }, key, values, language)
      expect(nameOfPart(pathText(path), campaign, say)).not.toMatch(/DESK\.|\{/)
    }),
  )
})

test.each([
  ['2,99', 299],
  ['2.99', 299],
  [' 3 ', 300],
  ['', undefined],
  ['2,9', '2,9'],
  ['drei', 'drei'],
])('the price %j is %j', (text, expected) => {
  expect(typedPrice(text)).toBe(expected)
})
