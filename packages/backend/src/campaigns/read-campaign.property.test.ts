import { campaignChanges } from '@kiosk/domain/campaigns/campaign-changes'
import { CampaignInput } from '@kiosk/domain/campaigns/campaign-input'
import { anyCampaign } from '@kiosk/domain/campaigns/testing/any-campaign'
import { languages } from '@kiosk/domain/locale'
import { deskErrorMessages } from '@kiosk/i18n/messages/desk-errors'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { faultText, readCampaign } from './read-campaign.ts'

test('a campaign is the same after it was written as YAML, as JSON, and after both', () => {
  fc.assert(
    fc.property(anyCampaign, (campaign) => {
      const asJson = readCampaign(JSON.stringify(campaign))
      expect(asJson.faults).toBeNull()
      // The schema only removes spaces around lines.
      expect(asJson.campaign).toEqual(CampaignInput.parse(campaign))
      expect(campaignChanges(asJson.value, campaign)).toEqual([])
      const asYaml = readCampaign(stringify(asJson.value, { lineWidth: 120 }))
      expect(asYaml).toEqual(asJson)
    }),
    { numRuns: 200 },
  )
})

/** A fault of a part is reported at that part, within it, or, if another rule compares several, at the part around it. */
const isAbout = (fault: string, path: string) =>
  fault === path || fault.startsWith(`${path}.`) || path.startsWith(`${fault}.`) || fault.split('.')[0] === path.split('.')[0]

test('every fault has a text in every language, and a wrong part is named by its path', () => {
  const wrong = fc.constantFrom(
    'key',
    'partner',
    'picture',
    'offers',
    'from',
    'words',
    'words.de',
    'words.fr.headline',
    'words.en.steps',
    'colours.ink',
    'offers.0',
    'offers.0.voucherPrice',
    'offers.0.id',
    'words.de.quotes.0.id',
    'nothing',
  )
  const value = fc.constantFrom<unknown>(-1, 1.5, '', 'x'.repeat(5000), [], {}, true, '#GGGGGG')
  fc.assert(
    fc.property(anyCampaign, wrong, value, (campaign, path, put) => {
      const file = structuredClone(campaign) as unknown as Record<string, unknown>
      let parent = file
      const names = path.split('.')
      for (const name of names.slice(0, -1)) {
        parent[name] ??= {}
        parent = parent[name] as Record<string, unknown>
      }
      parent[names.at(-1)!] = put
      const { faults } = readCampaign(JSON.stringify(file))
      for (const fault of faults ?? []) {
        expect(isAbout(fault.path, path)).toBe(true)
        for (const language of languages) {
          expect(deskErrorMessages[language]).toHaveProperty([`CAMPAIGN_FAULT.${fault.problem}`])
          expect(faultText(fault, language)).not.toMatch(/CAMPAIGN_FAULT|\{/)
        }
      }
    }),
    { numRuns: 200 },
  )
})

test.each([
  ['key: [', 'The file cannot be read: '],
  ['- a\n- b', ': This has the wrong form.'],
  ['words: "\\0"', 'The file cannot be read: '],
  ['a: &a [x, x, x]\nb: &b [*a, *a, *a]\nc: &c [*b, *b, *b]\nd: &d [*c, *c, *c]\ne: [*d, *d, *d]', 'The file cannot be read: '],
])('%j is rejected', (text, message) => {
  const { campaign, faults } = readCampaign(text)
  expect(campaign).toBeNull()
  expect(faults!.map((fault) => `${fault.path}: ${faultText(fault, 'en')}`).join('\n')).toContain(message)
})
