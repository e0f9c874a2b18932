import type { Campaign } from './campaign.ts'

const words = {
  title: 'Sommerlesen',
  description: 'Drei Monate alle Zeitungen und Magazine zum Vorteilspreis.',
  eyebrow: 'Sommerlesen',
  headline: 'Kopfsprung in die nächste Ausgabe',
  promise: 'Wer eine Saisonkarte hat, liest am Steg.',
}

/** A small campaign, as an example in the API description. */
export const sampleCampaign: Campaign = {
  key: 'sommerlesen',
  partner: 'Strandbad Seeblick',
  colours: { paper: '#d9eef2', ink: '#0f2f3a', accent: '#0e6076', onAccent: '#ffffff' },
  picture: 'waves',
  offers: [{ region: 1, id: 2, voucherPrice: 299, duration: 3, voucherCode: 'SEEBLICK-AT' }],
  words: { de: words, en: words, fr: words },
}
