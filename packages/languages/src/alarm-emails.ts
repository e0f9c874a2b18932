import { bundle } from './words.ts'

/** E-mails that alarm the operator of what became of money. */
export const alarmEmailWords = bundle({
  de: {
    'LETTER.operator-alarm.SUBJECT': '{site}: {what}',
    'LETTER.operator-alarm.REASON': 'Sie bekommen diese E-Mail, weil Sie {site} betreiben.',
    'LETTER.operator-alarm.MORE_one': 'Dazu kommt 1 weiterer Fall.',
    'LETTER.operator-alarm.MORE_other': 'Dazu kommen {count} weitere Fälle.',
    'LETTER.operator-alarm.books-differ': 'unsere Bücher und die des Zahlungsdienstes unterscheiden sich',
    'LETTER.operator-alarm.books-differ.BODY':
      'Der nächtliche Vergleich hat Bewegungen gefunden, die nur auf einer Seite stehen oder einen anderen Betrag haben, und konnte sie nicht selbst verbuchen. „npm run kiosk -- reconcile“ zeigt sie.',
    'LETTER.operator-alarm.weak-evidence': 'der Nachweis für ein Land ist zu schwach',
    'LETTER.operator-alarm.weak-evidence.BODY':
      'Bei einem laufenden Abo zeigen Konto, Verbindung und Zahlungsdaten nicht mehr zu zweit auf das Land, dessen Umsatzsteuer wir verrechnen, etwa nach neuen Zahlungsdaten. Es wird weiter verlängert. „npm run kiosk -- invoices evidence“ zeigt diese Abos; bitte fragen Sie nach, wo die Person lebt.',
    'LETTER.operator-alarm.suspense': 'Geld ohne Zuordnung',
    'LETTER.operator-alarm.suspense.BODY':
      'Ein Zahlungsanbieter meldet Geld, das zu keiner Rechnung gehört. Bitte verbuchen Sie es, oder geben Sie es zurück: „npm run kiosk -- suspense“.',
    'LETTER.operator-alarm.return-failed': 'Geld konnte nicht zurückgegeben werden',
    'LETTER.operator-alarm.return-failed.BODY':
      'Der Zahlungsanbieter hat eine Rückzahlung abgelehnt. Bitte zahlen Sie auf anderem Weg zurück, oder versuchen Sie es noch einmal.',
    'LETTER.operator-alarm.wallet-plan': 'PayPal wird nicht angeboten',
    'LETTER.operator-alarm.wallet-plan.BODY':
      'Ein Plan bei PayPal stimmt nicht mit dem Preis überein, den die Website nennt, oder er ist nicht aktiv. Bis beide übereinstimmen, kann dieses Abo nicht mit PayPal bezahlt werden. Laufende Abos sind nicht betroffen.',
    'LETTER.operator-alarm.wallet-amount': 'PayPal hat einen anderen Betrag abgebucht',
    'LETTER.operator-alarm.wallet-amount.BODY':
      'PayPal hat für ein Abo einen anderen Betrag abgebucht als vereinbart. Die Rechnung lautet über den abgebuchten Betrag. Bitte prüfen Sie den Plan bei PayPal, und geben Sie zurück, was zu viel war.',
    'LETTER.operator-alarm.wallet-refused': 'Eine Zahlung mit PayPal wurde nicht angenommen',
    'LETTER.operator-alarm.wallet-refused.BODY':
      'Bei PayPal wurde ein Abo bestätigt, das hier nicht beginnen konnte. Es ist bei PayPal gekündigt, und was abgebucht wurde, geht zurück.',
  },
  en: {
    'LETTER.operator-alarm.SUBJECT': '{site}: {what}',
    'LETTER.operator-alarm.REASON': 'You get this email because you run {site}.',
    'LETTER.operator-alarm.MORE_one': 'There is 1 more case.',
    'LETTER.operator-alarm.MORE_other': 'There are {count} more cases.',
    'LETTER.operator-alarm.books-differ': 'our books and the payment provider’s differ',
    'LETTER.operator-alarm.books-differ.BODY':
      'The nightly comparison found movements that are on one side only or have another amount, and could not book them by itself. “npm run kiosk -- reconcile” lists them.',
    'LETTER.operator-alarm.weak-evidence': 'the evidence for a country is too weak',
    'LETTER.operator-alarm.weak-evidence.BODY':
      'For a running subscription, no two of account, connection and payment details point to the country whose VAT we charge any more, for example after new payment details. It keeps renewing. “npm run kiosk -- invoices evidence” lists these subscriptions; please ask where the reader lives.',
    'LETTER.operator-alarm.suspense': 'money that belongs to no invoice',
    'LETTER.operator-alarm.suspense.BODY':
      'A payment provider reports money that belongs to no invoice. Please book it or pay it back: “npm run kiosk -- suspense”.',
    'LETTER.operator-alarm.return-failed': 'money could not be paid back',
    'LETTER.operator-alarm.return-failed.BODY':
      'The payment provider rejected a refund. Please pay the money back in another way, or try again.',
    'LETTER.operator-alarm.wallet-plan': 'PayPal is not offered',
    'LETTER.operator-alarm.wallet-plan.BODY':
      'A plan at PayPal differs from the price shown on the website, or it is not active. Until both agree, this subscription cannot be paid with PayPal. Running subscriptions are not affected.',
    'LETTER.operator-alarm.wallet-amount': 'PayPal charged another amount',
    'LETTER.operator-alarm.wallet-amount.BODY':
      'PayPal charged another amount for a subscription than was agreed. The invoice is over the amount charged. Please check the plan at PayPal and pay back what was too much.',
    'LETTER.operator-alarm.wallet-refused': 'a PayPal payment was not accepted',
    'LETTER.operator-alarm.wallet-refused.BODY':
      'A subscription was approved at PayPal that could not begin here. It has been cancelled at PayPal, and what was charged is being paid back.',
  },
  fr: {
    'LETTER.operator-alarm.SUBJECT': '{site} : {what}',
    'LETTER.operator-alarm.REASON': 'Vous recevez cet e-mail parce que vous exploitez {site}.',
    'LETTER.operator-alarm.MORE_one': 'Il y a 1 autre cas.',
    'LETTER.operator-alarm.MORE_other': 'Il y a {count} autres cas.',
    'LETTER.operator-alarm.books-differ': 'nos livres et ceux du prestataire de paiement diffèrent',
    'LETTER.operator-alarm.books-differ.BODY':
      'La comparaison nocturne a trouvé des mouvements qui ne figurent que d’un côté ou dont le montant diffère, et n’a pas pu les enregistrer elle-même. « npm run kiosk -- reconcile » les affiche.',
    'LETTER.operator-alarm.weak-evidence': 'la preuve d’un pays est trop faible',
    'LETTER.operator-alarm.weak-evidence.BODY':
      'Pour un abonnement en cours, il n’y a plus deux indices parmi le compte, la connexion et les données de paiement qui désignent le pays dont nous facturons la TVA, par exemple après un changement de données de paiement. Il continue d’être renouvelé. « npm run kiosk -- invoices evidence » affiche ces abonnements ; veuillez demander où vit la personne.',
    'LETTER.operator-alarm.suspense': 'de l’argent sans affectation',
    'LETTER.operator-alarm.suspense.BODY':
      'Un prestataire de paiement signale de l’argent qui ne correspond à aucune facture. Veuillez l’enregistrer ou le rembourser : « npm run kiosk -- suspense ».',
    'LETTER.operator-alarm.return-failed': 'un remboursement a échoué',
    'LETTER.operator-alarm.return-failed.BODY':
      'Le prestataire de paiement a refusé un remboursement. Veuillez rembourser par un autre moyen ou réessayer.',
    'LETTER.operator-alarm.wallet-plan': 'PayPal n’est plus proposé',
    'LETTER.operator-alarm.wallet-plan.BODY':
      'Un plan chez PayPal ne correspond pas au prix affiché sur le site, ou il n’est pas actif. Tant que les deux diffèrent, cet abonnement ne peut pas être payé avec PayPal. Les abonnements en cours ne sont pas concernés.',
    'LETTER.operator-alarm.wallet-amount': 'PayPal a prélevé un autre montant',
    'LETTER.operator-alarm.wallet-amount.BODY':
      'PayPal a prélevé pour un abonnement un autre montant que celui convenu. La facture porte sur le montant prélevé. Veuillez vérifier le plan chez PayPal et rembourser le trop-perçu.',
    'LETTER.operator-alarm.wallet-refused': 'un paiement PayPal n’a pas été accepté',
    'LETTER.operator-alarm.wallet-refused.BODY':
      'Un abonnement approuvé chez PayPal n’a pas pu commencer ici. Il a été résilié chez PayPal, et la somme prélevée est remboursée.',
  },
})
