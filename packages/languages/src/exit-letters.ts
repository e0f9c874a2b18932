import { bundle } from './words.ts'

/** E-mails about declared cancellations and withdrawals: receipt, reminder, and what came of the confirmation. */
export const exitLetterWords = bundle({
  de: {
    'LETTER.exit-receipt.REASON':
      'Sie bekommen diese Mail als Eingangsbestätigung, weil bei {site} mit dieser Adresse eine Erklärung zu einem Vertrag abgegeben wurde.',
    'LETTER.exit-receipt.cancel_SUBJECT': 'Eingangsbestätigung: Ihre Kündigung vom {at}',
    'LETTER.exit-receipt.cancel_TITLE': 'Ihre Kündigung ist da',
    'LETTER.exit-receipt.cancel_BODY':
      'Ihre Kündigung ist am {at} bei uns eingegangen, unter der Nummer {number}. Das haben Sie erklärt:',
    'LETTER.exit-receipt.withdraw_SUBJECT': 'Eingangsbestätigung: Ihr Widerruf vom {at}',
    'LETTER.exit-receipt.withdraw_TITLE': 'Ihr Widerruf ist da',
    'LETTER.exit-receipt.withdraw_BODY':
      'Ihr Widerruf ist am {at} bei uns eingegangen, unter der Nummer {number}. Das haben Sie erklärt:',
    'LETTER.exit-receipt.FACT_KIND': 'Erklärung',
    'LETTER.exit-receipt.cancel': 'Kündigung',
    'LETTER.exit-receipt.cancel_extraordinary': 'Außerordentliche Kündigung',
    'LETTER.exit-receipt.withdraw': 'Widerruf',
    'LETTER.exit-receipt.FACT_NAME': 'Name',
    'LETTER.exit-receipt.FACT_EMAIL': 'E-Mail',
    'LETTER.exit-receipt.FACT_CONTRACT': 'Vertrag',
    'LETTER.exit-receipt.FACT_REASON': 'Grund',
    'LETTER.exit-receipt.FACT_WISHED': 'Gewünschtes Ende',
    'LETTER.exit-receipt.FACT_AT': 'Eingegangen',
    'LETTER.exit-receipt.cancel_applied':
      'Ihr Vertrag endet am {day}. Bis dahin lesen Sie weiter; danach wird nichts mehr verrechnet.',
    'LETTER.exit-receipt.withdraw_applied':
      'Ihr Vertrag ist beendet. Was Ihnen zusteht, erstatten wir auf dem Weg, auf dem Sie bezahlt haben; eine eigene E-Mail nennt den Betrag.',
    'LETTER.exit-receipt.unknown':
      'Unter dieser Adresse läuft bei uns kein Vertrag, den wir gleich beenden könnten. Wir sehen selbst nach und schreiben Ihnen. Haben Sie mit einer anderen Adresse bestellt, antworten Sie bitte mit dieser an {mail}.',
    'LETTER.exit-receipt.by-hand': 'Das prüft bei uns ein Mensch. Innerhalb von 14 Tagen schreiben wir Ihnen, wie es weitergeht.',
    'LETTER.exit-receipt.NOT_YOU': 'Das waren nicht Sie? Dann schreiben Sie uns bitte gleich an {mail}.',
    'LETTER.exit-receipt.FACT_NUMBER': 'Nummer',
    'LETTER.exit-receipt.STRANGER_BODY':
      'am {at} ist unter der Nummer {number} diese Erklärung bei uns eingegangen. Zu Ihrem Schutz steht hier nicht, was dazu geschrieben wurde.',
    'LETTER.exit-receipt.withdraw_unconfirmed':
      'Ein Widerruf beendet den Vertrag sofort und lässt sich nicht zurücknehmen. Bestätigen Sie ihn daher bitte mit diesem Knopf: Dann endet der Vertrag, und wir erstatten, was Ihnen zusteht. Es zählt der Zeitpunkt, zu dem Ihr Widerruf eingegangen ist, nicht der Ihrer Bestätigung.',
    'LETTER.exit-receipt.cancel_unconfirmed':
      'Diese Kündigung lässt sich nicht zurücknehmen, sobald sie ausgeführt ist. Bestätigen Sie sie daher bitte mit diesem Knopf. Es zählt der Zeitpunkt, zu dem Ihre Kündigung eingegangen ist, nicht der Ihrer Bestätigung.',
    'LETTER.exit-receipt.by-hand_unconfirmed':
      'Bestätigen Sie mit diesem Knopf, dass die Erklärung von Ihnen ist: Das hilft uns.',
    'LETTER.exit-receipt.cancel_BUTTON': 'Kündigung bestätigen',
    'LETTER.exit-receipt.withdraw_BUTTON': 'Widerruf bestätigen',
    'LETTER.exit-receipt.TERM':
      'Der Knopf gilt {days} Tage, ohne Anmeldung. Sie können auch angemeldet bestätigen oder uns schreiben: {mail}.',
    'LETTER.exit-receipt.NOT_YOU_UNCONFIRMED':
      'Das waren nicht Sie? Dann drücken Sie den Knopf nicht: Ohne Ihre Bestätigung bleibt Ihr Vertrag, wie er ist. Fragen beantworten wir unter {mail}.',
    'LETTER.exit-receipt.NOT_YOU_CANCELLED':
      'Das waren nicht Sie? Dann nehmen Sie die Kündigung bitte in Ihrem Konto zurück; das geht bis zum Ende des Vertrags. Fragen beantworten wir unter {mail}.',
    'LETTER.exit-receipt.TO_CONTRACT': 'Zu Ihrem Vertrag',
    'LETTER.exit-reminder.cancel_SUBJECT': 'Ihre Kündigung vom {at} wartet auf Ihre Bestätigung',
    'LETTER.exit-reminder.withdraw_SUBJECT': 'Ihr Widerruf vom {at} wartet auf Ihre Bestätigung',
    'LETTER.exit-reminder.cancel_TITLE': 'Noch nicht bestätigt',
    'LETTER.exit-reminder.withdraw_TITLE': 'Noch nicht bestätigt',
    'LETTER.exit-reminder.BODY':
      'am {at} ist diese Erklärung mit der Nummer {number} bei uns eingegangen. Sie ist noch nicht bestätigt, daher läuft Ihr Vertrag weiter.',
    'LETTER.exit-confirmed.cancel_SUBJECT': 'Ihre Kündigung {number} ist bestätigt',
    'LETTER.exit-confirmed.withdraw_SUBJECT': 'Ihr Widerruf {number} ist bestätigt',
    'LETTER.exit-confirmed.cancel_TITLE': 'Ihre Kündigung ist bestätigt',
    'LETTER.exit-confirmed.withdraw_TITLE': 'Ihr Widerruf ist bestätigt',
    'LETTER.exit-confirmed.BODY':
      'Ihre Erklärung mit der Nummer {number} ist bestätigt. Eingegangen war sie am {at}; dieser Zeitpunkt gilt.',
    'LETTER.exit-confirmed.cancel_ended': 'Ihr Vertrag ist beendet. Es wird nichts mehr verrechnet.',
  },
  en: {
    'LETTER.exit-receipt.REASON':
      'You receive this email as a receipt, because a declaration about a contract with {site} was made with this address.',
    'LETTER.exit-receipt.cancel_SUBJECT': 'Receipt: your cancellation of {at}',
    'LETTER.exit-receipt.cancel_TITLE': 'We have received your cancellation',
    'LETTER.exit-receipt.cancel_BODY': 'Your cancellation reached us on {at}, under number {number}. This is what you declared:',
    'LETTER.exit-receipt.withdraw_SUBJECT': 'Receipt: your withdrawal of {at}',
    'LETTER.exit-receipt.withdraw_TITLE': 'We have received your withdrawal',
    'LETTER.exit-receipt.withdraw_BODY': 'Your withdrawal reached us on {at}, under number {number}. This is what you declared:',
    'LETTER.exit-receipt.FACT_KIND': 'Declaration',
    'LETTER.exit-receipt.cancel': 'Cancellation',
    'LETTER.exit-receipt.cancel_extraordinary': 'Cancellation for cause',
    'LETTER.exit-receipt.withdraw': 'Withdrawal',
    'LETTER.exit-receipt.FACT_NAME': 'Name',
    'LETTER.exit-receipt.FACT_EMAIL': 'Email',
    'LETTER.exit-receipt.FACT_CONTRACT': 'Contract',
    'LETTER.exit-receipt.FACT_REASON': 'Reason',
    'LETTER.exit-receipt.FACT_WISHED': 'End you asked for',
    'LETTER.exit-receipt.FACT_AT': 'Received',
    'LETTER.exit-receipt.cancel_applied':
      'Your contract ends on {day}. Until then you can keep reading; after that nothing is charged.',
    'LETTER.exit-receipt.withdraw_applied':
      'Your contract has ended. What you are owed goes back the way you paid; a separate email states the amount.',
    'LETTER.exit-receipt.unknown':
      'There is no running contract under this address that we could end at once. We will look into it and write to you. If you ordered with another address, please tell us at {mail}.',
    'LETTER.exit-receipt.by-hand': 'A person will look at this. Within 14 days we will write to you about the outcome.',
    'LETTER.exit-receipt.NOT_YOU': 'That was not you? Then please write to us right away at {mail}.',
    'LETTER.exit-receipt.FACT_NUMBER': 'Number',
    'LETTER.exit-receipt.STRANGER_BODY':
      'This declaration reached us on {at}, under number {number}. For your protection we do not repeat what was written with it.',
    'LETTER.exit-receipt.withdraw_unconfirmed':
      'A withdrawal ends the contract at once and cannot be undone. So please confirm it with this button: the contract then ends and we refund what you are owed. What counts is when your withdrawal reached us, not when you confirm it.',
    'LETTER.exit-receipt.cancel_unconfirmed':
      'Once carried out, this cancellation cannot be undone. So please confirm it with this button. What counts is when your cancellation reached us, not when you confirm it.',
    'LETTER.exit-receipt.by-hand_unconfirmed': 'Confirm with this button that the declaration is yours: it helps us.',
    'LETTER.exit-receipt.cancel_BUTTON': 'Confirm cancellation',
    'LETTER.exit-receipt.withdraw_BUTTON': 'Confirm withdrawal',
    'LETTER.exit-receipt.TERM':
      'The button works for {days} days, without a login. You can also confirm when logged in, or write to us at {mail}.',
    'LETTER.exit-receipt.NOT_YOU_UNCONFIRMED':
      'That was not you? Then do not press the button: without your confirmation your contract stays as it is. If you have questions, write to {mail}.',
    'LETTER.exit-receipt.NOT_YOU_CANCELLED':
      'That was not you? Then please take the cancellation back in your account; you can do so until the contract ends. If you have questions, write to {mail}.',
    'LETTER.exit-receipt.TO_CONTRACT': 'To your contract',
    'LETTER.exit-reminder.cancel_SUBJECT': 'Your cancellation of {at} is waiting for your confirmation',
    'LETTER.exit-reminder.withdraw_SUBJECT': 'Your withdrawal of {at} is waiting for your confirmation',
    'LETTER.exit-reminder.cancel_TITLE': 'Not confirmed yet',
    'LETTER.exit-reminder.withdraw_TITLE': 'Not confirmed yet',
    'LETTER.exit-reminder.BODY':
      'This declaration, number {number}, reached us on {at}. It has not been confirmed yet, so your contract goes on.',
    'LETTER.exit-confirmed.cancel_SUBJECT': 'Your cancellation {number} is confirmed',
    'LETTER.exit-confirmed.withdraw_SUBJECT': 'Your withdrawal {number} is confirmed',
    'LETTER.exit-confirmed.cancel_TITLE': 'Your cancellation is confirmed',
    'LETTER.exit-confirmed.withdraw_TITLE': 'Your withdrawal is confirmed',
    'LETTER.exit-confirmed.BODY':
      'Your declaration with number {number} is confirmed. It had reached us on {at}, and that is the time that counts.',
    'LETTER.exit-confirmed.cancel_ended': 'Your contract has ended. Nothing more is charged.',
  },
  fr: {
    'LETTER.exit-receipt.REASON':
      'Vous recevez ce message comme accusé de réception, car une déclaration sur un contrat {site} a été faite avec cette adresse.',
    'LETTER.exit-receipt.cancel_SUBJECT': 'Accusé de réception : votre résiliation du {at}',
    'LETTER.exit-receipt.cancel_TITLE': 'Nous avons reçu votre résiliation',
    'LETTER.exit-receipt.cancel_BODY':
      'Votre résiliation nous est parvenue le {at}, sous le numéro {number}. Voici votre déclaration :',
    'LETTER.exit-receipt.withdraw_SUBJECT': 'Accusé de réception : votre rétractation du {at}',
    'LETTER.exit-receipt.withdraw_TITLE': 'Nous avons reçu votre rétractation',
    'LETTER.exit-receipt.withdraw_BODY':
      'Votre rétractation nous est parvenue le {at}, sous le numéro {number}. Voici votre déclaration :',
    'LETTER.exit-receipt.FACT_KIND': 'Déclaration',
    'LETTER.exit-receipt.cancel': 'Résiliation',
    'LETTER.exit-receipt.cancel_extraordinary': 'Résiliation pour motif grave',
    'LETTER.exit-receipt.withdraw': 'Rétractation',
    'LETTER.exit-receipt.FACT_NAME': 'Nom',
    'LETTER.exit-receipt.FACT_EMAIL': 'E-mail',
    'LETTER.exit-receipt.FACT_CONTRACT': 'Contrat',
    'LETTER.exit-receipt.FACT_REASON': 'Motif',
    'LETTER.exit-receipt.FACT_WISHED': 'Fin souhaitée',
    'LETTER.exit-receipt.FACT_AT': 'Reçue',
    'LETTER.exit-receipt.cancel_applied':
      'Votre contrat prend fin le {day}. D’ici là, vous continuez à lire ; ensuite, plus rien n’est prélevé.',
    'LETTER.exit-receipt.withdraw_applied':
      'Votre contrat a pris fin. Ce qui vous revient est remboursé par le moyen de paiement utilisé ; un e-mail à part en indique le montant.',
    'LETTER.exit-receipt.unknown':
      'Aucun contrat en cours sous cette adresse que nous puissions arrêter tout de suite. Nous vérifions et vous écrivons. Si vous avez commandé avec une autre adresse, dites-le-nous à {mail}.',
    'LETTER.exit-receipt.by-hand': 'Une personne s’en occupe. Dans les 14 jours, nous vous écrivons ce qu’il en est.',
    'LETTER.exit-receipt.NOT_YOU': 'Ce n’était pas vous ? Écrivez-nous tout de suite à {mail}.',
    'LETTER.exit-receipt.FACT_NUMBER': 'Numéro',
    'LETTER.exit-receipt.STRANGER_BODY':
      'Cette déclaration nous est parvenue le {at}, sous le numéro {number}. Pour votre protection, nous ne répétons pas ce qui l’accompagnait.',
    'LETTER.exit-receipt.withdraw_unconfirmed':
      'Une rétractation met fin au contrat immédiatement, sans retour possible. Confirmez-la donc avec ce bouton : le contrat prend alors fin et ce qui vous revient est remboursé. C’est la date de réception de votre rétractation qui compte, pas celle de votre confirmation.',
    'LETTER.exit-receipt.cancel_unconfirmed':
      'Une fois exécutée, cette résiliation est définitive. Confirmez-la donc avec ce bouton. C’est la date de réception de votre résiliation qui compte, pas celle de votre confirmation.',
    'LETTER.exit-receipt.by-hand_unconfirmed': 'Confirmez avec ce bouton que la déclaration vient de vous : cela nous aide.',
    'LETTER.exit-receipt.cancel_BUTTON': 'Confirmer la résiliation',
    'LETTER.exit-receipt.withdraw_BUTTON': 'Confirmer la rétractation',
    'LETTER.exit-receipt.TERM':
      'Le bouton est valable {days} jours, sans connexion. Vous pouvez aussi confirmer une fois connecté, ou nous écrire à {mail}.',
    'LETTER.exit-receipt.NOT_YOU_UNCONFIRMED':
      'Ce n’était pas vous ? N’appuyez pas sur le bouton : sans votre confirmation, votre contrat reste tel quel. Pour toute question : {mail}.',
    'LETTER.exit-receipt.NOT_YOU_CANCELLED':
      'Ce n’était pas vous ? Annulez alors la résiliation dans votre compte ; c’est possible jusqu’à la fin du contrat. Pour toute question : {mail}.',
    'LETTER.exit-receipt.TO_CONTRACT': 'Voir votre contrat',
    'LETTER.exit-reminder.cancel_SUBJECT': 'Votre résiliation du {at} attend votre confirmation',
    'LETTER.exit-reminder.withdraw_SUBJECT': 'Votre rétractation du {at} attend votre confirmation',
    'LETTER.exit-reminder.cancel_TITLE': 'Pas encore confirmée',
    'LETTER.exit-reminder.withdraw_TITLE': 'Pas encore confirmée',
    'LETTER.exit-reminder.BODY':
      'Cette déclaration, numéro {number}, nous est parvenue le {at}. Elle n’est pas encore confirmée : votre contrat continue donc.',
    'LETTER.exit-confirmed.cancel_SUBJECT': 'Votre résiliation {number} est confirmée',
    'LETTER.exit-confirmed.withdraw_SUBJECT': 'Votre rétractation {number} est confirmée',
    'LETTER.exit-confirmed.cancel_TITLE': 'Votre résiliation est confirmée',
    'LETTER.exit-confirmed.withdraw_TITLE': 'Votre rétractation est confirmée',
    'LETTER.exit-confirmed.BODY':
      'Votre déclaration numéro {number} est confirmée. Elle nous était parvenue le {at} : c’est cette date qui compte.',
    'LETTER.exit-confirmed.cancel_ended': 'Votre contrat a pris fin. Plus rien n’est prélevé.',
  },
})
