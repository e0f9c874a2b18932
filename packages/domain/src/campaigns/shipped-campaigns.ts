import type { RegionId } from '../regions.ts'
import type { Campaign, CampaignOffer } from './campaign.ts'

// The shipped campaigns without their texts (those are in packages/i18n/src/campaigns).

/** The plan that each market's campaigns sell. */
const PLAN: Record<RegionId, number> = { 1: 2, 2: 5, 3: 8, 4: 9 }
const COUNTRY: Record<RegionId, string> = { 1: 'AT', 2: 'DE', 3: 'CH', 4: 'LU' }
const EURO_PRICE_MINOR = 299
const FRANC_PRICE_MINOR = 390
const OFFER_MONTHS = 3
const PARTNER_MAGAZINES = 500
const MICROSITE_MAGAZINES = 700

type Options = { months?: number; francs?: number; regions?: readonly RegionId[]; medium?: 'partner' | 'microsite' }

function offersFor(
  code: string,
  { months = OFFER_MONTHS, francs = FRANC_PRICE_MINOR, regions = [1, 2, 3, 4], medium }: Options = {},
): CampaignOffer[] {
  return regions.map((region) => ({
    region,
    id: PLAN[region],
    voucherPrice: region === 3 ? francs : EURO_PRICE_MINOR,
    duration: months,
    voucherCode: `${code}-${COUNTRY[region]}`,
    ...(medium && { utmParameters: { utm_source: code.toLowerCase(), utm_medium: medium } }),
  }))
}

const partner = { collaboration: true, fallbackCount: PARTNER_MAGAZINES } as const
const microsite = { partner: null, fallbackCount: MICROSITE_MAGAZINES } as const
const MARKETS: readonly RegionId[] = [1, 2, 3]

type ShippedCampaign = Omit<Campaign, 'words'>

const magenta = {
  ...partner,
  partner: 'Magenta Moments',
  colours: { paper: '#fbe3ef', ink: '#3d0a24', accent: '#a80c5c', onAccent: '#fffdfa' },
  picture: 'arcs',
  offers: offersFor('MOMENTS', { months: 6, medium: 'partner' }),
} as const satisfies Omit<ShippedCampaign, 'key'>

export const shippedCampaigns: readonly ShippedCampaign[] = [
  {
    ...microsite,
    key: 'easter',
    colours: { paper: '#e9f0cf', ink: '#23310f', accent: '#48661a', onAccent: '#fffdfa' },
    picture: 'eggs',
    secondPicture: 'meadow',
    offers: offersFor('OSTERN', { regions: MARKETS, medium: 'microsite' }),
    redirects: [{ region: 4, to: '/home' }],
  },
  {
    ...partner,
    key: 'sonne',
    partner: 'Sonne',
    colours: { paper: '#ffe7ad', ink: '#40260a', accent: '#a8420c', onAccent: '#fffdfa' },
    picture: 'sun',
    offers: offersFor('SONNE', { medium: 'partner' }),
  },
  {
    ...partner,
    key: 'vib',
    partner: 'VIB',
    colours: { paper: '#dbe7f0', ink: '#10283b', accent: '#1d5480', onAccent: '#fffdfa' },
    picture: 'hills',
    offers: offersFor('VIB', { medium: 'partner' }),
  },
  {
    ...partner,
    key: 'robinson',
    partner: 'Robinson',
    colours: { paper: '#d3efe8', ink: '#0c332e', accent: '#0c665a', onAccent: '#fffdfa' },
    picture: 'palms',
    offers: offersFor('ROBINSON', { medium: 'partner' }),
  },
  { ...magenta, key: 'magenta-moments' },
  {
    ...partner,
    key: 'iamstudent',
    partner: 'iamstudent',
    colours: { paper: '#e8e2f6', ink: '#261a47', accent: '#56389c', onAccent: '#fffdfa' },
    picture: 'campus',
    market: 2,
    offers: student(2, EURO_PRICE_MINOR),
  },
  {
    ...partner,
    key: 'iamstudent-at',
    partner: 'iamstudent',
    colours: { paper: '#f8e0d8', ink: '#451b10', accent: '#9c351a', onAccent: '#fffdfa' },
    picture: 'campus',
    market: 1,
    offers: student(1, EURO_PRICE_MINOR),
  },
  {
    ...partner,
    key: 'iamstudent-ch',
    partner: 'iamstudent',
    colours: { paper: '#e0ecd9', ink: '#1c3313', accent: '#386624', onAccent: '#fffdfa' },
    picture: 'campus',
    market: 3,
    offers: student(3, 299),
  },
  {
    ...partner,
    key: '60-jahre-hagebaumarkt',
    partner: 'hagebaumarkt',
    colours: { paper: '#f6e3cd', ink: '#3d220a', accent: '#9a4308', onAccent: '#fffdfa' },
    picture: 'rafters',
    offers: offersFor('BAUEN60', { months: 3, medium: 'partner' }),
  },
  {
    ...partner,
    key: 'dreamwood',
    partner: 'Dreamwood',
    colours: { paper: '#1d2a33', ink: '#f3ead9', accent: '#f0b45c', onAccent: '#2a1a05' },
    picture: 'pines',
    offers: offersFor('DREAMWOOD', { months: 2, medium: 'partner' }),
  },
  {
    key: 'promo',
    partner: null,
    colours: { paper: '#fbe3d9', ink: '#42150b', accent: '#a82a10', onAccent: '#fffdfa' },
    picture: 'confetti',
    offers: offersFor('AKTION'),
  },
  {
    ...microsite,
    key: 'black-friday',
    colours: { paper: '#16130f', ink: '#f6efe2', accent: '#ffcf4a', onAccent: '#241a02' },
    picture: 'night',
    covers: true,
    offers: offersFor('BLACKFRIDAY', { francs: 590, regions: MARKETS, medium: 'microsite' }),
    withoutOffer: '/',
  },
  {
    ...microsite,
    key: 'christmas',
    colours: { paper: '#143126', ink: '#f7efdf', accent: '#f2c879', onAccent: '#2b1a04' },
    picture: 'snow',
    covers: true,
    offers: offersFor('WEIHNACHT', { francs: 490, regions: MARKETS, medium: 'microsite' }),
    withoutOffer: '/',
  },
  {
    ...microsite,
    key: 'holiday',
    colours: { paper: '#d6ebf5', ink: '#0d2f40', accent: '#0d5f86', onAccent: '#fffdfa' },
    picture: 'waves',
    secondPicture: 'hills',
    offers: offersFor('FERIEN', { medium: 'microsite' }),
  },
  {
    ...microsite,
    key: 'read-at-home',
    colours: { paper: '#f3e6d4', ink: '#38240e', accent: '#80471a', onAccent: '#fffdfa' },
    picture: 'window',
    secondPicture: 'night',
    offers: offersFor('ZUHAUSE', { regions: MARKETS, medium: 'microsite' }),
    redirects: [{ region: 4, to: '/home' }],
  },
  {
    ...partner,
    collaboration: false,
    key: 'partner',
    partner: null,
    colours: { paper: '#ece6da', ink: '#2a241a', accent: '#8a2c16', onAccent: '#fffdfa' },
    picture: 'confetti',
    offers: offersFor('PARTNER'),
  },
  {
    // Three times €3.33 is the €9.99 of the Austrian campaign.
    key: 'leseprobe',
    partner: null,
    colours: { paper: '#e2e9ec', ink: '#16272e', accent: '#225466', onAccent: '#fffdfa' },
    picture: 'window',
    offers: [
      { region: 1, id: 2, voucherPrice: 333, duration: 3, voucherCode: 'LESEPROBE-AT' },
      { region: 2, id: 5, voucherPrice: 499, duration: 6, voucherCode: 'LESEPROBE-DE' },
      { region: 3, id: 8, voucherPrice: 990, duration: 3, voucherCode: 'LESEPROBE-CH' },
    ],
  },
]

/**
 * Returns the student offer of a region. Outside Switzerland, its regular price is €14.99 if the plan's current price is
 * unavailable.
 */
function student(region: RegionId, voucherPrice: number): CampaignOffer[] {
  const [offer] = offersFor('STUDENT', { regions: [region], francs: voucherPrice, medium: 'partner' })
  return [{ ...offer!, ...(region !== 3 && { regularPrice: 1499 }) }]
}

/** Campaign keys by alias: /telekom-magenta-moments shows the same page. */
const ALIASES: Readonly<Record<string, string>> = { 'telekom-magenta-moments': 'magenta-moments' }

/** Returns the campaign key of a path: its first segment, with aliases resolved. */
export function campaignKeyOf(path: string): string {
  const key = /^\/([^/?#]+)/.exec(path)?.[1]?.toLowerCase() ?? ''
  return ALIASES[key] ?? key
}
