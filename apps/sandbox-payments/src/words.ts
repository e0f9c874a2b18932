import type { BehaviourName } from './outcomes.ts'

export const languages = ['de', 'en', 'fr'] as const
export type Language = (typeof languages)[number]
export type Problem =
  | 'missing'
  | 'not-from-the-list'
  | 'expiry'
  | 'code'
  | 'refused'
  | 'kind'
  | 'authentication_failed'
  | 'abandoned'

type Words = {
  sandbox: string
  noMoney: string
  title: string
  for: (creditor: string) => string
  card: string
  debit: string
  how: string
  number: string
  expiry: string
  expiryHint: string
  code: string
  iban: string
  holder: string
  save: string
  agree: string
  cancel: string
  numbers: string
  numbersIntro: string
  use: string
  problem: Record<Problem, string>
  behaviour: Record<BehaviourName, string>
  mandate: (creditor: string) => string
  over: string
  overHint: string
  back: string
  bank: string
  approvePayment: (merchant: string) => string
  amount: string
  noAmount: string
  pass: string
  fail: string
  abandon: string
  why: Record<string, string>
}

export const words: Record<Language, Words> = {
  de: {
    sandbox: 'Sandbox',
    noMoney: 'Ein Zahlungsanbieter zum Ausprobieren. Es fließt kein Geld, und echte Karten werden nicht angenommen.',
    title: 'Zahlungsdaten hinterlegen',
    for: (creditor) => `für ${creditor}`,
    card: 'Kreditkarte',
    debit: 'SEPA-Lastschrift',
    how: 'Zahlungsart',
    number: 'Kartennummer',
    expiry: 'Gültig bis',
    expiryHint: 'MM/JJ',
    code: 'Prüfziffer',
    iban: 'IBAN',
    holder: 'Kontoinhaberin oder Kontoinhaber',
    save: 'Karte hinterlegen',
    agree: 'Mandat erteilen',
    cancel: 'Abbrechen',
    numbers: 'Nummern zum Ausprobieren',
    numbersIntro: 'Die Nummer entscheidet, was geschieht. Das Datum darf jedes künftige sein, die Prüfziffer jede dreistellige.',
    use: 'Einsetzen',
    problem: {
      missing: 'Bitte füllen Sie dieses Feld aus.',
      'not-from-the-list': 'Hier gelten nur die Nummern aus der Liste. Geben Sie bitte keine echte ein.',
      expiry: 'Bitte geben Sie Monat und Jahr an, bis zu denen die Karte gilt, zum Beispiel 07/30.',
      code: 'Bitte geben Sie die drei Ziffern von der Rückseite ein.',
      refused: 'Die Bank hat diese Karte abgelehnt. Bitte nehmen Sie eine andere.',
      kind: 'Diese Zahlungsart wird hier nicht angenommen.',
      authentication_failed:
        'Ihre Bank hat die Freigabe abgelehnt. Sie können es noch einmal versuchen oder eine andere Karte nehmen.',
      abandoned: 'Die Freigabe wurde abgebrochen. Sie können es noch einmal versuchen.',
    },
    behaviour: {
      succeeds: 'gelingt',
      declined: 'wird beim Abbuchen abgelehnt',
      'insufficient-funds': 'nicht gedeckt',
      expired: 'Karte abgelaufen',
      'account-validation': 'Kontoprüfung scheitert (CC_ACCOUNT_VALIDATION)',
      'refused-when-left': 'wird schon beim Hinterlegen abgelehnt',
      'asks-when-left': '3-D-Secure beim Hinterlegen',
      'asks-at-charges': '3-D-Secure bei jedem Kauf',
      'asks-at-renewals': 'der Kauf gelingt, bei Verlängerungen will die Bank eine Freigabe',
      'declines-renewals': 'der Kauf gelingt, Verlängerungen sind nicht gedeckt',
      'breaks-before': 'die Verbindung bricht vor der Buchung ab; beim zweiten Mal gelingt es',
      'breaks-after': 'es wird gebucht, dann bricht die Verbindung ab',
      slow: 'die Antwort kommt spät',
      'keeps-refunds': 'gelingt, Rückzahlungen scheitern',
      'debit-succeeds': 'nach 3 Tagen eingezogen',
      'debit-fails': 'scheitert nach 7 Tagen',
      'debit-returns': 'eingezogen, nach 20 Tagen zurückgegeben',
      'mandate-cancelled': 'Mandat widerrufen',
    },
    mandate: (creditor) =>
      `Ich ermächtige ${creditor}, Zahlungen von meinem Konto mittels SEPA-Lastschrift einzuziehen. Zugleich weise ich meine Bank an, die von ${creditor} auf mein Konto gezogenen Lastschriften einzulösen. Ich kann innerhalb von acht Wochen ab dem Belastungsdatum die Erstattung des belasteten Betrags verlangen. Es gelten die mit meiner Bank vereinbarten Bedingungen. Der erste Einzug wird mir mindestens einen Tag vorher angekündigt, jeder weitere mindestens 14 Tage vorher.`,
    over: 'Diese Seite ist nicht mehr gültig',
    overHint: 'Beginnen Sie bitte auf der Seite des Händlers von vorn.',
    back: 'Zurück zum Händler',
    bank: 'Ihre Bank fragt',
    approvePayment: (merchant) => `Geben Sie diese Zahlung frei? ${merchant}`,
    amount: 'Betrag',
    noAmount: 'keiner, die Karte wird nur geprüft',
    pass: 'Freigeben',
    fail: 'Ablehnen',
    abandon: 'Abbrechen',
    why: {
      declined: 'Die Bank hat die Zahlung abgelehnt.',
      insufficient_funds: 'Das Konto ist nicht ausreichend gedeckt.',
      expired: 'Die Karte ist abgelaufen.',
      CC_ACCOUNT_VALIDATION: 'Die Bank konnte das Kartenkonto nicht bestätigen.',
      authentication_failed: 'Die Freigabe durch die Bank ist gescheitert.',
      abandoned: 'Der Vorgang wurde abgebrochen.',
      mandate_cancelled: 'Das Lastschriftmandat wurde widerrufen.',
      returned: 'Die Lastschrift wurde zurückgegeben.',
      disputed: 'Die Abbuchung wurde beanstandet.',
    },
  },
  en: {
    sandbox: 'Sandbox',
    noMoney: 'A payment provider for trying things out. No money moves, and real cards are not accepted.',
    title: 'Add your payment details',
    for: (creditor) => `for ${creditor}`,
    card: 'Credit card',
    debit: 'SEPA direct debit',
    how: 'Payment method',
    number: 'Card number',
    expiry: 'Valid until',
    expiryHint: 'MM/YY',
    code: 'Security code',
    iban: 'IBAN',
    holder: 'Account holder',
    save: 'Save the card',
    agree: 'Give the mandate',
    cancel: 'Cancel',
    numbers: 'Numbers to try',
    numbersIntro: 'The number decides what happens. Any future date and any three digits will do.',
    use: 'Use',
    problem: {
      missing: 'Please fill in this field.',
      'not-from-the-list': 'Only numbers from the list work here. Please never enter a real one.',
      expiry: 'Please give the month and year until which the card is valid, for example 07/30.',
      code: 'Please enter the three digits on the back.',
      refused: 'The bank refused this card. Please use another one.',
      kind: 'This payment method is not accepted here.',
      authentication_failed: 'Your bank did not approve. You can try again or use another card.',
      abandoned: 'The approval was cancelled. You can try again.',
    },
    behaviour: {
      succeeds: 'works',
      declined: 'declined when charged',
      'insufficient-funds': 'insufficient funds',
      expired: 'card expired',
      'account-validation': 'account check fails (CC_ACCOUNT_VALIDATION)',
      'refused-when-left': 'refused as soon as it is added',
      'asks-when-left': '3-D Secure when it is added',
      'asks-at-charges': '3-D Secure at every purchase',
      'asks-at-renewals': 'the purchase works, the bank asks for a confirmation at renewals',
      'declines-renewals': 'the purchase works, renewals have insufficient funds',
      'breaks-before': 'the connection drops before anything is booked; the second time it works',
      'breaks-after': 'it is booked, then the connection drops',
      slow: 'the answer comes late',
      'keeps-refunds': 'works, refunds fail',
      'debit-succeeds': 'collected after 3 days',
      'debit-fails': 'fails after 7 days',
      'debit-returns': 'collected, returned after 20 days',
      'mandate-cancelled': 'mandate cancelled',
    },
    mandate: (creditor) =>
      `I authorise ${creditor} to collect payments from my account by SEPA direct debit, and instruct my bank to honour the direct debits drawn by ${creditor}. I may ask for a refund within eight weeks of the date on which my account was debited, on the terms agreed with my bank. I am told of the first debit at least one day ahead, of each further one at least 14 days ahead.`,
    over: 'This page is no longer valid',
    overHint: 'Please start again on the merchant’s page.',
    back: 'Back to the merchant',
    bank: 'Your bank asks',
    approvePayment: (merchant) => `Do you approve this payment? ${merchant}`,
    amount: 'Amount',
    noAmount: 'none, the card is only checked',
    pass: 'Approve',
    fail: 'Refuse',
    abandon: 'Cancel',
    why: {
      declined: 'The bank declined the payment.',
      insufficient_funds: 'There is not enough money in the account.',
      expired: 'The card has expired.',
      CC_ACCOUNT_VALIDATION: 'The bank could not confirm the card account.',
      authentication_failed: 'The bank did not approve.',
      abandoned: 'The payment was cancelled.',
      mandate_cancelled: 'The direct debit mandate was cancelled.',
      returned: 'The direct debit was returned.',
      disputed: 'The charge was disputed.',
    },
  },
  fr: {
    sandbox: 'Bac à sable',
    noMoney: 'Un prestataire de paiement pour essayer. Aucun argent ne circule, et les vraies cartes ne sont pas acceptées.',
    title: 'Enregistrer un moyen de paiement',
    for: (creditor) => `pour ${creditor}`,
    card: 'Carte de crédit',
    debit: 'Prélèvement SEPA',
    how: 'Moyen de paiement',
    number: 'Numéro de carte',
    expiry: 'Expire fin',
    expiryHint: 'MM/AA',
    code: 'Cryptogramme',
    iban: 'IBAN',
    holder: 'Titulaire du compte',
    save: 'Enregistrer la carte',
    agree: 'Donner le mandat',
    cancel: 'Annuler',
    numbers: 'Numéros d’essai',
    numbersIntro: 'Le numéro décide de la suite. Toute date à venir et trois chiffres quelconques conviennent.',
    use: 'Utiliser',
    problem: {
      missing: 'Veuillez remplir ce champ.',
      'not-from-the-list': 'Seuls les numéros de la liste sont acceptés ici. N’en saisissez jamais un vrai.',
      expiry: 'Indiquez le mois et l’année d’expiration, par exemple 07/30.',
      code: 'Saisissez les trois chiffres au dos de la carte.',
      refused: 'La banque a refusé cette carte. Veuillez en utiliser une autre.',
      kind: 'Ce moyen de paiement n’est pas accepté ici.',
      authentication_failed: 'Votre banque n’a pas donné son accord. Réessayez ou utilisez une autre carte.',
      abandoned: 'La validation a été annulée. Vous pouvez réessayer.',
    },
    behaviour: {
      succeeds: 'réussit',
      declined: 'refusée au débit',
      'insufficient-funds': 'provision insuffisante',
      expired: 'carte expirée',
      'account-validation': 'vérification du compte en échec (CC_ACCOUNT_VALIDATION)',
      'refused-when-left': 'refusée dès l’enregistrement',
      'asks-when-left': '3-D Secure à l’enregistrement',
      'asks-at-charges': '3-D Secure à chaque achat',
      'asks-at-renewals': 'l’achat réussit, aux renouvellements la banque demande une confirmation',
      'declines-renewals': 'l’achat réussit, provision insuffisante aux renouvellements',
      'breaks-before': 'la connexion est coupée avant l’écriture ; la seconde fois réussit',
      'breaks-after': 'l’écriture est passée, puis la connexion est coupée',
      slow: 'la réponse arrive tard',
      'keeps-refunds': 'réussit, les remboursements échouent',
      'debit-succeeds': 'encaissé après 3 jours',
      'debit-fails': 'échoue après 7 jours',
      'debit-returns': 'encaissé, rejeté après 20 jours',
      'mandate-cancelled': 'mandat révoqué',
    },
    mandate: (creditor) =>
      `J’autorise ${creditor} à prélever des paiements sur mon compte par prélèvement SEPA et ma banque à honorer les prélèvements présentés par ${creditor}. Je peux demander le remboursement d’un prélèvement dans les huit semaines suivant la date de débit, selon les conditions convenues avec ma banque. Le premier prélèvement m’est annoncé au moins un jour à l’avance, chacun des suivants au moins 14 jours à l’avance.`,
    over: 'Cette page n’est plus valable',
    overHint: 'Veuillez recommencer depuis la page du marchand.',
    back: 'Retour chez le marchand',
    bank: 'Votre banque demande',
    approvePayment: (merchant) => `Validez-vous ce paiement ? ${merchant}`,
    amount: 'Montant',
    noAmount: 'aucun, la carte est seulement vérifiée',
    pass: 'Valider',
    fail: 'Refuser',
    abandon: 'Annuler',
    why: {
      declined: 'La banque a refusé le paiement.',
      insufficient_funds: 'La provision du compte est insuffisante.',
      expired: 'La carte a expiré.',
      CC_ACCOUNT_VALIDATION: 'La banque n’a pas pu confirmer le compte de la carte.',
      authentication_failed: 'La banque n’a pas donné son accord.',
      abandoned: 'L’opération a été annulée.',
      mandate_cancelled: 'Le mandat de prélèvement a été révoqué.',
      returned: 'Le prélèvement a été rejeté.',
      disputed: 'Le débit a été contesté.',
    },
  },
}

export const whyNot = (code: string, language: Language) => words[language].why[code] ?? words[language].why.declined!
export const mandateText = (language: Language, creditor: string) => words[language].mandate(creditor)
