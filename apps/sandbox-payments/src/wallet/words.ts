import type { Language } from '../words.ts'
import type { PayerName } from './payers.ts'

type Words = {
  title: string
  for: (merchant: string) => string
  today: string
  later: string
  charges: (count: number, price: string, days: string) => string
  endless: (price: string, days: string) => string
  free: string
  every: (count: number, unit: 'DAY' | 'WEEK' | 'MONTH' | 'YEAR') => string
  payer: string
  payers: Record<PayerName, string>
  address: string
  noAddress: string
  approve: string
  cancel: string
  more: string
  leave: string
  silently: string
  approved: string
  approvedHint: string
  cancelled: string
  cancelledHint: string
  silent: string
  silentHint: string
  left: string
  leftHint: string
  wait: string
  button: { before: string; after: string }
  open: string
  show: string
}

export const walletWords: Record<Language, Words> = {
  de: {
    title: 'Abo-Zahlung freigeben',
    for: (merchant) => `an ${merchant}`,
    today: 'Heute',
    later: 'Danach',
    charges: (count, price, every) => (count === 1 ? `einmal ${price}` : `${count} × ${price}, ${every}`),
    endless: (price, every) => `${price} ${every}`,
    free: 'kostenlos',
    every: (count, unit) => {
      const units = { DAY: ['Tag', 'Tage'], WEEK: ['Woche', 'Wochen'], MONTH: ['Monat', 'Monate'], YEAR: ['Jahr', 'Jahre'] }[unit]
      if (count === 1) return `${unit === 'WEEK' ? 'jede' : unit === 'DAY' || unit === 'MONTH' ? 'jeden' : 'jedes'} ${units[0]}`
      return `alle ${count} ${units[1]}`
    },
    payer: 'Wer zahlt',
    payers: {
      pays: 'zahlt',
      slow: 'zahlt; das Abo wird erst nach einigen Sekunden aktiv',
      pending: 'zahlt vom Bankkonto; die erste Zahlung ist drei Tage unterwegs',
      'first-declined': 'die erste Zahlung wird abgelehnt',
      'renewals-declined': 'die erste Zahlung gelingt, Verlängerungen werden abgelehnt',
      'refunds-refused': 'zahlt; Rückzahlungen werden abgelehnt',
      'refunds-break': 'zahlt; bei Rückzahlungen bricht nach der Buchung die Verbindung ab',
      'other-price': 'hat den Preis im Browser auf 1,00 geändert',
    },
    address: 'Adresse bei PayPal',
    noAddress: 'keine hinterlegt',
    approve: 'Freigeben',
    cancel: 'Abbrechen',
    more: 'Zum Ausprobieren',
    leave: 'Schließen, ohne zu antworten',
    silently: 'Freigeben, ohne dass der Händler davon erfährt (als wäre sein Tab geschlossen)',
    approved: 'Freigegeben',
    approvedHint: 'Sie können dieses Fenster schließen. Auf der Seite des Händlers geht es weiter.',
    cancelled: 'Abgebrochen',
    cancelledHint: 'Es wurde nichts abgebucht. Sie können dieses Fenster schließen.',
    silent: 'Freigegeben, und niemand hat es erfahren',
    silentHint:
      'Die Seite des Händlers erfährt nichts davon. Schließen Sie sie und dieses Fenster; der Händler muss das Abo selbst finden.',
    left: 'Nicht beantwortet',
    leftHint: 'Sie können dieses Fenster schließen.',
    wait: 'Einen Augenblick, bitte.',
    button: { before: 'Mit', after: 'bestellen und bezahlen' },
    open: 'Das Fenster von PayPal ist offen. Geben Sie die Zahlung dort frei.',
    show: 'Fenster zeigen',
  },
  en: {
    title: 'Approve a subscription payment',
    for: (merchant) => `to ${merchant}`,
    today: 'Today',
    later: 'After that',
    charges: (count, price, every) => (count === 1 ? `${price} once` : `${count} × ${price}, ${every}`),
    endless: (price, every) => `${price} ${every}`,
    free: 'free',
    every: (count, unit) => {
      const name = unit.toLowerCase()
      return count === 1 ? `every ${name}` : `every ${count} ${name}s`
    },
    payer: 'Who pays',
    payers: {
      pays: 'pays',
      slow: 'pays; the subscription becomes active only after a few seconds',
      pending: 'pays from a bank account; the first payment takes three days',
      'first-declined': 'the first payment is declined',
      'renewals-declined': 'the first payment works, renewals are declined',
      'refunds-refused': 'pays; refunds are refused',
      'refunds-break': 'pays; refunds are booked, then the connection drops',
      'other-price': 'has changed the price to 1.00 in the browser',
    },
    address: 'Address at PayPal',
    noAddress: 'none',
    approve: 'Approve',
    cancel: 'Cancel',
    more: 'For testing',
    leave: 'Close without answering',
    silently: 'Approve without telling the merchant (as if its tab had been closed)',
    approved: 'Approved',
    approvedHint: 'You can close this window. Continue on the merchant’s page.',
    cancelled: 'Cancelled',
    cancelledHint: 'Nothing was charged. You can close this window.',
    silent: 'Approved, and nobody was told',
    silentHint: 'The merchant’s page is not told. Close it and this window; the merchant has to find the subscription by itself.',
    left: 'Not answered',
    leftHint: 'You can close this window.',
    wait: 'One moment, please.',
    button: { before: 'Order and pay with', after: '' },
    open: 'The PayPal window is open. Approve the payment there.',
    show: 'Show the window',
  },
  fr: {
    title: 'Autoriser un paiement par abonnement',
    for: (merchant) => `à ${merchant}`,
    today: 'Aujourd’hui',
    later: 'Ensuite',
    charges: (count, price, every) => (count === 1 ? `${price} une fois` : `${count} × ${price}, ${every}`),
    endless: (price, every) => `${price} ${every}`,
    free: 'gratuit',
    every: (count, unit) => {
      const units = { DAY: ['jour', 'jours'], WEEK: ['semaine', 'semaines'], MONTH: ['mois', 'mois'], YEAR: ['an', 'ans'] }[unit]
      if (count === 1) return unit === 'WEEK' ? 'chaque semaine' : `chaque ${units[0]}`
      return `${unit === 'WEEK' ? 'toutes' : 'tous'} les ${count} ${units[1]}`
    },
    payer: 'Qui paie',
    payers: {
      pays: 'paie',
      slow: 'paie ; l’abonnement ne devient actif qu’après quelques secondes',
      pending: 'paie depuis un compte bancaire ; le premier paiement met trois jours',
      'first-declined': 'le premier paiement est refusé',
      'renewals-declined': 'le premier paiement réussit, les renouvellements sont refusés',
      'refunds-refused': 'paie ; les remboursements sont refusés',
      'refunds-break': 'paie ; les remboursements sont enregistrés, puis la connexion est coupée',
      'other-price': 'a remplacé le prix par 1,00 dans le navigateur',
    },
    address: 'Adresse chez PayPal',
    noAddress: 'aucune',
    approve: 'Autoriser',
    cancel: 'Annuler',
    more: 'Pour essayer',
    leave: 'Fermer sans répondre',
    silently: 'Autoriser sans que le marchand l’apprenne (comme si son onglet était fermé)',
    approved: 'Autorisé',
    approvedHint: 'Vous pouvez fermer cette fenêtre. La suite se passe sur la page du marchand.',
    cancelled: 'Annulé',
    cancelledHint: 'Rien n’a été débité. Vous pouvez fermer cette fenêtre.',
    silent: 'Autorisé, et personne n’en sait rien',
    silentHint:
      'La page du marchand n’en apprend rien. Fermez-la ainsi que cette fenêtre ; le marchand doit trouver l’abonnement lui-même.',
    left: 'Sans réponse',
    leftHint: 'Vous pouvez fermer cette fenêtre.',
    wait: 'Un instant, s’il vous plaît.',
    button: { before: 'Commander et payer avec', after: '' },
    open: 'La fenêtre de PayPal est ouverte. Autorisez-y le paiement.',
    show: 'Afficher la fenêtre',
  },
}
