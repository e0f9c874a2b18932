import { bundle } from './words.ts'

/** E-mails about what the operator did to a subscription. After a German greeting the sentence goes on in lower case. */
export const contractActEmailWords = bundle({
  de: {
    'LETTER.contract-act.QUESTIONS': 'Haben Sie Fragen dazu? Schreiben Sie uns: {mail}.',
    'LETTER.contract-act.WALLET': 'Bei {wallet} melden wir die Zahlungen ab; Sie brauchen nichts zu tun.',
    'LETTER.end.SUBJECT': 'Ihr Abo {tariff} ist beendet',
    'LETTER.end.TITLE': 'Ihr Abo ist beendet',
    'LETTER.end.BODY':
      'wir haben Ihr Abo {tariff} mit der Vertragsnummer {contract} beendet; es galt bis {day}. Es wird nichts mehr verrechnet.',
    'LETTER.end.BACK':
      'Sie bekommen {amount} zurück, und zwar dorthin, von wo bezahlt wurde. Der Beleg dazu kommt mit einer eigenen Mail.',
    'LETTER.end.UNDER_WAY':
      'Eine Zahlung über {amount} ist noch unterwegs. Kommt sie an, überweisen wir zurück, was Ihnen davon zusteht.',
    'LETTER.withdraw.SUBJECT': 'Ihr Widerruf {exit} ist angenommen',
    'LETTER.withdraw.TITLE': 'Ihr Widerruf ist angenommen',
    'LETTER.withdraw.BODY':
      'Ihren Widerruf mit der Nummer {exit} haben wir angenommen. Ihr Abo {tariff} mit der Vertragsnummer {contract} ist damit beendet, und es wird nichts mehr verrechnet.',
    'LETTER.goodwill.SUBJECT': 'Wir schenken Ihnen Lesezeit',
    'LETTER.goodwill.TITLE': 'Lesezeit für Sie',
    'LETTER.goodwill.BODY': 'es geht um Ihr Abo {tariff} mit der Vertragsnummer {contract}.',
    'LETTER.goodwill.outage': 'Sie konnten zuletzt nicht so lesen, wie Sie es von uns erwarten dürfen. Das tut uns leid.',
    'LETTER.goodwill.late-issue': 'Eine Ausgabe, auf die Sie gewartet haben, kam zu spät oder gar nicht. Das tut uns leid.',
    'LETTER.goodwill.mistake': 'Uns ist bei Ihrem Abo ein Fehler unterlaufen. Das tut uns leid.',
    'LETTER.goodwill.thanks': 'Wir möchten uns bei Ihnen bedanken.',
    'LETTER.goodwill.DAYS_one':
      'Ihr Abo läuft deshalb einen Tag länger, ohne dass Sie dafür etwas bezahlen: bis {day} statt bis {before}.',
    'LETTER.goodwill.DAYS_other':
      'Ihr Abo läuft deshalb {count} Tage länger, ohne dass Sie dafür etwas bezahlen: bis {day} statt bis {before}.',
    'LETTER.goodwill.CHARGED': 'Auch die nächste Zahlung kommt erst am {day}.',
    'LETTER.goodwill.CANCELLED': 'An Ihrer Kündigung ändert das sonst nichts.',
    'LETTER.downgrade.SUBJECT': 'Ihr Abo ändert sich am {day}',
    'LETTER.downgrade.TITLE': 'Ihr Abo ändert sich',
    'LETTER.downgrade.BODY': 'es geht um Ihr Abo {tariff} mit der Vertragsnummer {contract}.',
    'LETTER.downgrade.FROM_THEN': 'Ab {day} lesen Sie mit {to} und bezahlen {price} alle 30 Tage.',
    'LETTER.downgrade.UNTIL_THEN': 'Bis dahin bleibt es bei {from}; dieser Zeitraum ist bezahlt.',
    'LETTER.take-back-downgrade.SUBJECT': 'Ihr Abo bleibt, wie es ist',
    'LETTER.take-back-downgrade.TITLE': 'Ihr Abo bleibt, wie es ist',
    'LETTER.take-back-downgrade.BODY':
      'anders als angekündigt ändert sich Ihr Abo {tariff} mit der Vertragsnummer {contract} nicht.',
    'LETTER.dispute-lost.SUBJECT': 'Ihr Abo {tariff} ist beendet',
    'LETTER.dispute-lost.TITLE': 'Ihr Abo ist beendet',
    'LETTER.dispute-lost.BODY':
      'eine Zahlung für Ihr Abo {tariff} mit der Vertragsnummer {contract} wurde zurückgebucht. Wir haben es daher am {day} beendet; es wird nichts mehr verrechnet.',
    'LETTER.renewed-after-dispute.SUBJECT': 'Ihr Abo {tariff} läuft weiter',
    'LETTER.renewed-after-dispute.TITLE': 'Ihr Abo läuft weiter',
    'LETTER.renewed-after-dispute.BODY':
      'die Rückbuchung ist erledigt, und Ihr Abo {tariff} mit der Vertragsnummer {contract} läuft wieder weiter. Die nächste Zahlung ist am {day} fällig. In Ihrem Konto können Sie jederzeit kündigen.',
    'LETTER.plan-end.SUBJECT': 'Ihr Abo {tariff} endet am {day}',
    'LETTER.plan-end.TITLE': 'Ihr Abo endet',
    'LETTER.plan-end.BODY':
      'Ihr Abo {tariff} mit der Vertragsnummer {contract} endet am {day}. Bis dahin lesen Sie weiter wie bisher; danach wird nichts mehr verrechnet.',
    'LETTER.plan-end.pro-rata': 'Was Sie für die Tage danach schon bezahlt haben, bekommen Sie dann zurück.',
    'LETTER.plan-end.whole': 'Was Sie für den Zeitraum bezahlt haben, der dann läuft, bekommen Sie zur Gänze zurück.',
    'LETTER.take-back-planned-end.SUBJECT': 'Ihr Abo {tariff} läuft weiter',
    'LETTER.take-back-planned-end.TITLE': 'Ihr Abo läuft weiter',
    'LETTER.take-back-planned-end.BODY':
      'anders als angekündigt endet Ihr Abo {tariff} mit der Vertragsnummer {contract} nicht am {day}. Es gilt wieder, was davor galt.',
  },
  en: {
    'LETTER.contract-act.QUESTIONS': 'Do you have questions about this? Write to us: {mail}.',
    'LETTER.contract-act.WALLET': 'We are stopping the payments at {wallet}; there is nothing you need to do.',
    'LETTER.end.SUBJECT': 'Your subscription {tariff} has ended',
    'LETTER.end.TITLE': 'Your subscription has ended',
    'LETTER.end.BODY':
      'We have ended your subscription {tariff}, contract number {contract}; it was valid until {day}. Nothing more will be charged.',
    'LETTER.end.BACK':
      'You will get {amount} back, to where the payment came from. The document for it comes in a separate email.',
    'LETTER.end.UNDER_WAY':
      'A payment of {amount} is still on its way. When it arrives, we will return what is due to you from it.',
    'LETTER.withdraw.SUBJECT': 'Your withdrawal {exit} has been accepted',
    'LETTER.withdraw.TITLE': 'Your withdrawal has been accepted',
    'LETTER.withdraw.BODY':
      'We have accepted your withdrawal, number {exit}. Your subscription {tariff}, contract number {contract}, has thereby ended, and nothing more will be charged.',
    'LETTER.goodwill.SUBJECT': 'We are giving you extra reading time',
    'LETTER.goodwill.TITLE': 'Extra reading time for you',
    'LETTER.goodwill.BODY': 'This is about your subscription {tariff}, contract number {contract}.',
    'LETTER.goodwill.outage': 'Lately you could not read the way you may expect from us. We are sorry.',
    'LETTER.goodwill.late-issue': 'An issue you were waiting for came late or not at all. We are sorry.',
    'LETTER.goodwill.mistake': 'We made a mistake with your subscription. We are sorry.',
    'LETTER.goodwill.thanks': 'We would like to thank you.',
    'LETTER.goodwill.DAYS_one': 'Your subscription therefore runs one day longer at no charge: until {day} instead of {before}.',
    'LETTER.goodwill.DAYS_other':
      'Your subscription therefore runs {count} days longer at no charge: until {day} instead of {before}.',
    'LETTER.goodwill.CHARGED': 'The next payment is not due until {day} either.',
    'LETTER.goodwill.CANCELLED': 'Apart from that, nothing changes about your cancellation.',
    'LETTER.downgrade.SUBJECT': 'Your subscription changes on {day}',
    'LETTER.downgrade.TITLE': 'Your subscription changes',
    'LETTER.downgrade.BODY': 'This is about your subscription {tariff}, contract number {contract}.',
    'LETTER.downgrade.FROM_THEN': 'From {day} you read with {to} and pay {price} every 30 days.',
    'LETTER.downgrade.UNTIL_THEN': 'Until then you keep {from}; that period has been paid for.',
    'LETTER.take-back-downgrade.SUBJECT': 'Your subscription stays as it is',
    'LETTER.take-back-downgrade.TITLE': 'Your subscription stays as it is',
    'LETTER.take-back-downgrade.BODY': 'Your subscription {tariff}, contract number {contract}, does not change as announced.',
    'LETTER.dispute-lost.SUBJECT': 'Your subscription {tariff} has ended',
    'LETTER.dispute-lost.TITLE': 'Your subscription has ended',
    'LETTER.dispute-lost.BODY':
      'A payment for your subscription {tariff}, contract number {contract}, was charged back. We have therefore ended it on {day}; nothing more will be charged.',
    'LETTER.renewed-after-dispute.SUBJECT': 'Your subscription {tariff} continues',
    'LETTER.renewed-after-dispute.TITLE': 'Your subscription continues',
    'LETTER.renewed-after-dispute.BODY':
      'The chargeback is settled, and your subscription {tariff}, contract number {contract}, continues. The next payment is due on {day}. You can cancel in your account at any time.',
    'LETTER.plan-end.SUBJECT': 'Your subscription {tariff} ends on {day}',
    'LETTER.plan-end.TITLE': 'Your subscription is ending',
    'LETTER.plan-end.BODY':
      'Your subscription {tariff}, contract number {contract}, ends on {day}. Until then you can keep reading as before; nothing is charged for the time after that.',
    'LETTER.plan-end.pro-rata': 'What you have already paid for the days after that will then be returned to you.',
    'LETTER.plan-end.whole': 'What you have paid for the period that is running then will be returned to you in full.',
    'LETTER.take-back-planned-end.SUBJECT': 'Your subscription {tariff} continues',
    'LETTER.take-back-planned-end.TITLE': 'Your subscription continues',
    'LETTER.take-back-planned-end.BODY':
      'Your subscription {tariff}, contract number {contract}, does not end on {day} as announced. What applied before applies again.',
  },
  fr: {
    'LETTER.contract-act.QUESTIONS': 'Une question à ce sujet ? Écrivez-nous : {mail}.',
    'LETTER.contract-act.WALLET': 'Nous arrêtons les paiements chez {wallet} ; vous n’avez rien à faire.',
    'LETTER.end.SUBJECT': 'Votre abonnement {tariff} a pris fin',
    'LETTER.end.TITLE': 'Votre abonnement a pris fin',
    'LETTER.end.BODY':
      'Nous avons mis fin à votre abonnement {tariff}, contrat numéro {contract} ; il était valable jusqu’au {day}. Plus rien ne sera prélevé.',
    'LETTER.end.BACK':
      'Nous vous rendons {amount}, par le moyen de paiement utilisé. Le justificatif vous parvient dans un e-mail à part.',
    'LETTER.end.UNDER_WAY':
      'Un paiement de {amount} est encore en cours. À son arrivée, nous vous rendrons ce qui vous en revient.',
    'LETTER.withdraw.SUBJECT': 'Votre rétractation {exit} est acceptée',
    'LETTER.withdraw.TITLE': 'Votre rétractation est acceptée',
    'LETTER.withdraw.BODY':
      'Nous avons accepté votre rétractation, numéro {exit}. Votre abonnement {tariff}, contrat numéro {contract}, a donc pris fin, et plus rien ne sera prélevé.',
    'LETTER.goodwill.SUBJECT': 'Nous vous offrons du temps de lecture',
    'LETTER.goodwill.TITLE': 'Du temps de lecture pour vous',
    'LETTER.goodwill.BODY': 'Il s’agit de votre abonnement {tariff}, contrat numéro {contract}.',
    'LETTER.goodwill.outage':
      'Ces derniers temps, vous n’avez pas pu lire comme vous êtes en droit de l’attendre. Nous en sommes désolés.',
    'LETTER.goodwill.late-issue':
      'Un numéro que vous attendiez est arrivé en retard, ou n’est pas arrivé. Nous en sommes désolés.',
    'LETTER.goodwill.mistake': 'Nous avons commis une erreur sur votre abonnement. Nous en sommes désolés.',
    'LETTER.goodwill.thanks': 'Nous tenons à vous remercier.',
    'LETTER.goodwill.DAYS_one': 'Votre abonnement dure donc un jour de plus, sans frais : jusqu’au {day} au lieu du {before}.',
    'LETTER.goodwill.DAYS_other':
      'Votre abonnement dure donc {count} jours de plus, sans frais : jusqu’au {day} au lieu du {before}.',
    'LETTER.goodwill.CHARGED': 'Le prochain paiement n’aura lieu, lui aussi, que le {day}.',
    'LETTER.goodwill.CANCELLED': 'Cela ne change rien d’autre à votre résiliation.',
    'LETTER.downgrade.SUBJECT': 'Votre abonnement change le {day}',
    'LETTER.downgrade.TITLE': 'Votre abonnement change',
    'LETTER.downgrade.BODY': 'Il s’agit de votre abonnement {tariff}, contrat numéro {contract}.',
    'LETTER.downgrade.FROM_THEN': 'À partir du {day}, vous lisez avec {to} et payez {price} tous les 30 jours.',
    'LETTER.downgrade.UNTIL_THEN': 'D’ici là, vous gardez {from} ; cette période est payée.',
    'LETTER.take-back-downgrade.SUBJECT': 'Votre abonnement reste tel quel',
    'LETTER.take-back-downgrade.TITLE': 'Votre abonnement reste tel quel',
    'LETTER.take-back-downgrade.BODY':
      'Contrairement à ce que nous avions annoncé, votre abonnement {tariff}, contrat numéro {contract}, ne change pas.',
    'LETTER.dispute-lost.SUBJECT': 'Votre abonnement {tariff} a pris fin',
    'LETTER.dispute-lost.TITLE': 'Votre abonnement a pris fin',
    'LETTER.dispute-lost.BODY':
      'Un paiement de votre abonnement {tariff}, contrat numéro {contract}, a été contesté et repris. Nous y avons donc mis fin le {day} ; plus rien ne sera prélevé.',
    'LETTER.renewed-after-dispute.SUBJECT': 'Votre abonnement {tariff} continue',
    'LETTER.renewed-after-dispute.TITLE': 'Votre abonnement continue',
    'LETTER.renewed-after-dispute.BODY':
      'La contestation est réglée, et votre abonnement {tariff}, contrat numéro {contract}, continue. Le prochain paiement est dû le {day}. Vous pouvez résilier à tout moment dans votre compte.',
    'LETTER.plan-end.SUBJECT': 'Votre abonnement {tariff} prend fin le {day}',
    'LETTER.plan-end.TITLE': 'Votre abonnement prend fin',
    'LETTER.plan-end.BODY':
      'Votre abonnement {tariff}, contrat numéro {contract}, prend fin le {day}. D’ici là, vous continuez à lire comme avant ; plus rien n’est prélevé pour la suite.',
    'LETTER.plan-end.pro-rata': 'Ce que vous avez déjà payé pour les jours suivants vous sera alors remboursé.',
    'LETTER.plan-end.whole': 'Ce que vous aurez payé pour la période en cours à cette date vous sera remboursé en entier.',
    'LETTER.take-back-planned-end.SUBJECT': 'Votre abonnement {tariff} continue',
    'LETTER.take-back-planned-end.TITLE': 'Votre abonnement continue',
    'LETTER.take-back-planned-end.BODY':
      'Contrairement à ce que nous avions annoncé, votre abonnement {tariff}, contrat numéro {contract}, ne prend pas fin le {day}. Les conditions d’avant s’appliquent de nouveau.',
  },
})
