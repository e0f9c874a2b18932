import { bundle } from './words.ts'

/** What became of a payment, the way over the bank, and other payment data. */
export const paymentResultWords = bundle({
  de: {
    'PAYMENT.WAITING_TITLE': 'Einen Augenblick noch',
    'PAYMENT.WAITING':
      'Wir fragen bei Ihrer Bank nach, ob die Zahlung durch ist. Diese Seite sieht von selbst nach; Sie müssen nichts tun und nicht noch einmal bezahlen.',
    'PAYMENT.WAITING_LONG':
      'Die Antwort lässt auf sich warten. Sie können die Seite schließen: Wir bleiben dran, und Sie bekommen eine E-Mail, sobald es Gewissheit gibt. Bitte bestellen Sie nicht noch einmal.',
    'PAYMENT.SUCCESS_TITLE': 'Vielen Dank!',
    'PAYMENT.SUCCESS_BODY':
      'Ihr Abo läuft. Die Bestätigung mit allen Vertragsdaten kommt per E-Mail, die Rechnung liegt in Ihrem Konto.',
    'PAYMENT.PROCESSING_BODY':
      'Ihr Abo läuft. Die Lastschrift ist unterwegs; das dauert ein paar Bankarbeitstage. Die Bestätigung mit allen Vertragsdaten kommt per E-Mail.',
    'PAYMENT.READ': 'Jetzt lesen',
    'PAYMENT.MY_SUBSCRIPTION': 'Mein Abo',
    'PAYMENT.INVOICES': 'Rechnungen',
    'PAYMENT.FAILED_TITLE': 'Die Zahlung hat nicht geklappt',
    'PAYMENT.FAILED_BODY':
      'Ihre Bestellung ist nicht zustande gekommen, und Sie zahlen dafür nichts; wäre doch etwas abgebucht worden, bekommen Sie es von selbst zurück. Bitte prüfen Sie Ihre Zahlungsdaten oder versuchen Sie es mit anderen.',
    'PAYMENT.FAILED_REASON': 'Der Grund',
    'PAYMENT.FAILED_BANK': 'Ihre Bank sagt dazu: „{text}“',
    'PAYMENT.FAILED_AGAIN': 'Noch einmal versuchen',
    'PAYMENT.FAILED_REPORT': 'Fehler melden',
    'PAYMENT.FAILED_CANCEL': 'Abbrechen und zu den Abos',
    'PAYMENT.REASON_declined': 'Die Bank hat die Zahlung abgelehnt.',
    'PAYMENT.REASON_insufficient_funds': 'Das Konto ist für diesen Betrag nicht ausreichend gedeckt.',
    'PAYMENT.REASON_expired': 'Die Karte ist abgelaufen.',
    'PAYMENT.REASON_CC_ACCOUNT_VALIDATION': 'Die Kartendaten konnten nicht bestätigt werden (CC_ACCOUNT_VALIDATION).',
    'PAYMENT.REASON_authentication_failed': 'Die Freigabe bei Ihrer Bank ist nicht gelungen.',
    'PAYMENT.REASON_abandoned': 'Die Freigabe bei Ihrer Bank wurde abgebrochen.',
    'PAYMENT.REASON_mandate_cancelled': 'Das Lastschriftmandat gilt nicht mehr.',
    'PAYMENT.REASON_returned': 'Die Bank hat die Lastschrift zurückgegeben.',
    'PAYMENT.REASON_late':
      'Die Zahlung kam erst, als sie nicht mehr gebraucht wurde. Der ganze Betrag geht dorthin zurück, von wo er kam; das haben wir Ihnen auch geschrieben.',
    'PAYMENT.REASON_method_refused':
      'Diese Karte oder dieses Konto nehmen wir derzeit nicht an, weil eine frühere Zahlung damit nicht eingelöst oder zurückgeholt wurde. Bitte nehmen Sie eine andere Karte oder ein anderes Konto.',
    'PAYMENT.REASON_voucher_invalid': 'Der Gutschein gilt nicht mehr.',
    'PAYMENT.REASON_market_closed':
      'Abos verkaufen wir nur in Österreich, Deutschland, der Schweiz und Luxemburg. Ihre Zahlungsdaten kommen von anderswo.',
    'PAYMENT.REASON_market_mismatch':
      'Ihre Zahlungsdaten und Ihre Verbindung passen nicht zum Land Ihres Kontos. Bitte bezahlen Sie mit einer Karte oder einem Bankkonto von dort.',
    'PAYMENT.REASON_market_unproved':
      'Wir konnten nicht feststellen, in welchem Land Sie sind. Bitte bezahlen Sie mit einer Karte oder einem Bankkonto aus dem Land Ihres Kontos.',
    'PAYMENT.ASYNC_TITLE': 'Weiter zu Ihrer Bank',
    'PAYMENT.ASYNC':
      'Ihre Bank möchte diese Zahlung von Ihnen bestätigt haben. Sie werden gleich weitergeleitet und kommen danach hierher zurück.',
    'PAYMENT.ASYNC_RESERVATION':
      'Ihre Bank möchte diese Karte von Ihnen bestätigt haben; abgebucht wird dabei nichts. Sie werden gleich weitergeleitet und kommen danach hierher zurück.',
    'PAYMENT.ASYNC_BUTTON': 'Weiter zur Bank',
    'REREGISTRATION.TITLE': 'Zahlungsdaten ändern',
    'REREGISTRATION.LEAD': 'Die neuen Daten gelten ab der nächsten Abbuchung. Jetzt wird nichts abgebucht.',
    'REREGISTRATION.NOW': 'Derzeit zahlen Sie mit',
    'REREGISTRATION.SUCCESS_TITLE': 'Gespeichert',
    'REREGISTRATION.CHANGE_SUCCESS': 'Ihre Zahlungsdaten sind geändert. Die nächste Abbuchung läuft über die neuen Daten.',
    'REREGISTRATION.FAILURE_TITLE': 'Nichts geändert',
    'REREGISTRATION.CHANGE_FAILURE': 'Die Zahlungsdaten konnten nicht geändert werden. Es gelten weiter die bisherigen.',
    'REREGISTRATION.AGAIN': 'Noch einmal versuchen',
    'REREGISTRATION.CANCEL': 'Abbrechen',
  },
  en: {
    'PAYMENT.WAITING_TITLE': 'Just a moment',
    'PAYMENT.WAITING':
      'We are asking your bank whether the payment has gone through. This page checks by itself; you need not do anything, nor pay again.',
    'PAYMENT.WAITING_LONG':
      'The answer is taking its time. You can close this page: we keep asking and will email you once we know. Please do not order again.',
    'PAYMENT.SUCCESS_TITLE': 'Thank you!',
    'PAYMENT.SUCCESS_BODY':
      'Your subscription is running. The confirmation with all details of the contract comes by email; the invoice is in your account.',
    'PAYMENT.PROCESSING_BODY':
      'Your subscription is running. The direct debit is on its way, which takes a few working days. The confirmation with all details of the contract comes by email.',
    'PAYMENT.READ': 'Read now',
    'PAYMENT.MY_SUBSCRIPTION': 'My subscription',
    'PAYMENT.INVOICES': 'Invoices',
    'PAYMENT.FAILED_TITLE': 'The payment did not go through',
    'PAYMENT.FAILED_BODY':
      'Your order has not been placed, and you pay nothing for it; if anything was charged after all, it comes back by itself. Please check your payment details or try others.',
    'PAYMENT.FAILED_REASON': 'The reason',
    'PAYMENT.FAILED_BANK': 'Your bank says: “{text}”',
    'PAYMENT.FAILED_AGAIN': 'Try again',
    'PAYMENT.FAILED_REPORT': 'Report an error',
    'PAYMENT.FAILED_CANCEL': 'Stop here and see the subscriptions',
    'PAYMENT.REASON_declined': 'The bank has declined the payment.',
    'PAYMENT.REASON_insufficient_funds': 'There is not enough money in the account for this amount.',
    'PAYMENT.REASON_expired': 'The card has expired.',
    'PAYMENT.REASON_CC_ACCOUNT_VALIDATION': 'The card details could not be confirmed (CC_ACCOUNT_VALIDATION).',
    'PAYMENT.REASON_authentication_failed': 'Your bank could not confirm that it is you.',
    'PAYMENT.REASON_abandoned': 'The confirmation at your bank was broken off.',
    'PAYMENT.REASON_mandate_cancelled': 'The direct debit mandate is no longer valid.',
    'PAYMENT.REASON_returned': 'The bank has returned the direct debit.',
    'PAYMENT.REASON_late':
      'The payment arrived when it was no longer needed. The whole amount goes back to where it came from; we have emailed you about it, too.',
    'PAYMENT.REASON_method_refused':
      'We do not accept this card or account at present, because an earlier payment with it failed or was taken back. Please use another card or another account.',
    'PAYMENT.REASON_voucher_invalid': 'The voucher is no longer valid.',
    'PAYMENT.REASON_market_closed':
      'We sell subscriptions only in Austria, Germany, Switzerland and Luxembourg. Your payment details come from elsewhere.',
    'PAYMENT.REASON_market_mismatch':
      'Your payment details and your connection do not match the country of your account. Please pay with a card or bank account from there.',
    'PAYMENT.REASON_market_unproved':
      'We could not tell which country you are in. Please pay with a card or bank account from the country of your account.',
    'PAYMENT.ASYNC_TITLE': 'On to your bank',
    'PAYMENT.ASYNC':
      'Your bank would like you to confirm this payment. You are taken there in a moment and come back here afterwards.',
    'PAYMENT.ASYNC_RESERVATION':
      'Your bank would like you to confirm this card; nothing is charged. You are taken there in a moment and come back here afterwards.',
    'PAYMENT.ASYNC_BUTTON': 'Continue to the bank',
    'REREGISTRATION.TITLE': 'Change payment details',
    'REREGISTRATION.LEAD': 'The new details apply from the next charge. Nothing is charged now.',
    'REREGISTRATION.NOW': 'At present you pay by',
    'REREGISTRATION.SUCCESS_TITLE': 'Saved',
    'REREGISTRATION.CHANGE_SUCCESS': 'Your payment details have been changed. The next charge uses the new ones.',
    'REREGISTRATION.FAILURE_TITLE': 'Nothing changed',
    'REREGISTRATION.CHANGE_FAILURE': 'The payment data could not be changed. The present details stay valid.',
    'REREGISTRATION.AGAIN': 'Try again',
    'REREGISTRATION.CANCEL': 'Cancel',
  },
  fr: {
    'PAYMENT.WAITING_TITLE': 'Un instant encore',
    'PAYMENT.WAITING':
      'Nous demandons à votre banque si le paiement est passé. Cette page vérifie d’elle-même ; vous n’avez rien à faire, ni à payer de nouveau.',
    'PAYMENT.WAITING_LONG':
      'La réponse se fait attendre. Vous pouvez fermer la page : nous continuons, et vous recevrez un e-mail dès que nous saurons. Ne commandez pas une seconde fois.',
    'PAYMENT.SUCCESS_TITLE': 'Merci !',
    'PAYMENT.SUCCESS_BODY':
      'Votre abonnement est en cours. La confirmation avec toutes les données du contrat arrive par e-mail ; la facture est dans votre compte.',
    'PAYMENT.PROCESSING_BODY':
      'Votre abonnement est en cours. Le prélèvement est en route, ce qui prend quelques jours ouvrables. La confirmation avec toutes les données du contrat arrive par e-mail.',
    'PAYMENT.READ': 'Lire maintenant',
    'PAYMENT.MY_SUBSCRIPTION': 'Mon abonnement',
    'PAYMENT.INVOICES': 'Factures',
    'PAYMENT.FAILED_TITLE': 'Le paiement n’a pas abouti',
    'PAYMENT.FAILED_BODY':
      'Votre commande n’a pas été conclue et ne vous coûte rien ; si un montant a tout de même été débité, il vous est rendu automatiquement. Vérifiez vos données de paiement ou essayez-en d’autres.',
    'PAYMENT.FAILED_REASON': 'La raison',
    'PAYMENT.FAILED_BANK': 'Votre banque dit : « {text} »',
    'PAYMENT.FAILED_AGAIN': 'Réessayer',
    'PAYMENT.FAILED_REPORT': 'Signaler une erreur',
    'PAYMENT.FAILED_CANCEL': 'Abandonner et voir les abonnements',
    'PAYMENT.REASON_declined': 'La banque a refusé le paiement.',
    'PAYMENT.REASON_insufficient_funds': 'Le compte n’est pas assez approvisionné pour ce montant.',
    'PAYMENT.REASON_expired': 'La carte a expiré.',
    'PAYMENT.REASON_CC_ACCOUNT_VALIDATION': 'Les données de la carte n’ont pas pu être confirmées (CC_ACCOUNT_VALIDATION).',
    'PAYMENT.REASON_authentication_failed': 'La confirmation auprès de votre banque a échoué.',
    'PAYMENT.REASON_abandoned': 'La confirmation auprès de votre banque a été interrompue.',
    'PAYMENT.REASON_mandate_cancelled': 'Le mandat de prélèvement n’est plus valable.',
    'PAYMENT.REASON_returned': 'La banque a rejeté le prélèvement.',
    'PAYMENT.REASON_late':
      'Le paiement est arrivé alors qu’il n’était plus nécessaire. Le montant entier retourne d’où il est venu ; nous vous l’avons aussi écrit.',
    'PAYMENT.REASON_method_refused':
      'Nous n’acceptons pas cette carte ou ce compte pour le moment, car un paiement précédent a échoué ou a été repris. Utilisez une autre carte ou un autre compte.',
    'PAYMENT.REASON_voucher_invalid': 'Le bon n’est plus valable.',
    'PAYMENT.REASON_market_closed':
      'Nous vendons nos abonnements uniquement en Autriche, en Allemagne, en Suisse et au Luxembourg. Vos données de paiement viennent d’ailleurs.',
    'PAYMENT.REASON_market_mismatch':
      'Vos données de paiement et votre connexion ne correspondent pas au pays de votre compte. Payez avec une carte ou un compte bancaire de ce pays.',
    'PAYMENT.REASON_market_unproved':
      'Nous n’avons pas pu établir dans quel pays vous êtes. Payez avec une carte ou un compte bancaire du pays de votre compte.',
    'PAYMENT.ASYNC_TITLE': 'Vers votre banque',
    'PAYMENT.ASYNC':
      'Votre banque souhaite que vous confirmiez ce paiement. Vous y êtes conduit dans un instant et revenez ici ensuite.',
    'PAYMENT.ASYNC_RESERVATION':
      'Votre banque souhaite que vous confirmiez cette carte ; rien n’est débité. Vous y êtes conduit dans un instant et revenez ici ensuite.',
    'PAYMENT.ASYNC_BUTTON': 'Continuer vers la banque',
    'REREGISTRATION.TITLE': 'Changer les données de paiement',
    'REREGISTRATION.LEAD': 'Les nouvelles données valent dès le prochain débit. Rien n’est débité maintenant.',
    'REREGISTRATION.NOW': 'Vous payez actuellement avec',
    'REREGISTRATION.SUCCESS_TITLE': 'Enregistré',
    'REREGISTRATION.CHANGE_SUCCESS': 'Vos données de paiement sont changées. Le prochain débit passera par les nouvelles.',
    'REREGISTRATION.FAILURE_TITLE': 'Rien n’a changé',
    'REREGISTRATION.CHANGE_FAILURE': 'Les données de paiement n’ont pas pu être changées. Les anciennes restent valables.',
    'REREGISTRATION.AGAIN': 'Réessayer',
    'REREGISTRATION.CANCEL': 'Annuler',
  },
})
