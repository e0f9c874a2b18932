import type { InLanguages } from './document.ts'

/** Instructions on withdrawal and the model form, of the content that the law asks for (Directive 2011/83/EU, annex I). */
export const withdrawal: InLanguages = {
  de: {
    title: 'Widerrufsbelehrung und Widerrufsformular',
    edition: 'Fassung vom 22. November 2026',
    sections: [
      [
        'Ihr Recht auf Widerruf',
        'Sie haben das Recht, binnen vierzehn Tagen ohne Angabe von Gründen diesen Vertrag zu widerrufen. Die Frist beginnt mit dem Tag nach dem Vertragsabschluss. In Österreich heißt der Widerruf im Gesetz „Rücktritt“. Sie haben dieses Recht bei uns in allen Ländern, in denen wir verkaufen, auch in der Schweiz.',
        'Um zu widerrufen, teilen Sie uns in einer eindeutigen Erklärung mit, dass Sie diesen Vertrag widerrufen: {company}, {street}, {postcode} {town}, {country}, Telefon {phone}, E-Mail {mail}. Ein Brief oder eine E-Mail genügt. Sie können das Formular unten verwenden, müssen es aber nicht.',
        'Sie können den Widerruf auch online erklären: mit [Vertrag widerrufen](/withdraw), zu finden am Ende jeder Seite. Wir bestätigen Ihnen dann sofort per E-Mail, was wann eingegangen ist.',
        'Die Frist ist gewahrt, wenn Sie Ihre Erklärung absenden, bevor sie abläuft.',
      ],
      [
        'Was nach dem Widerruf geschieht',
        'Wenn Sie diesen Vertrag widerrufen, zahlen wir Ihnen alle Zahlungen zurück, die wir für ihn von Ihnen erhalten haben, und zwar unverzüglich und spätestens binnen vierzehn Tagen ab dem Tag, an dem Ihre Erklärung bei uns eingegangen ist. Wir verwenden dafür das Zahlungsmittel, mit dem Sie bezahlt haben, außer wir haben mit Ihnen ausdrücklich etwas anderes vereinbart. Entgelte verlangen wir dafür nicht.',
        '{withdrawalCosts}',
      ],
      ['Wann das Recht vorzeitig endet', '{withdrawalLoss}'],
      [
        'Muster-Widerrufsformular',
        'Wenn Sie den Vertrag widerrufen wollen, füllen Sie bitte dieses Formular aus und senden Sie es zurück.',
        'An {company}, {street}, {postcode} {town}, {country}, E-Mail {mail}',
        'Hiermit widerrufe(n) ich/wir (*) den von mir/uns (*) abgeschlossenen Vertrag über diese Dienstleistung:',
        'Bestellt am:',
        'Vertragsnummer (wenn bekannt):',
        'Name des/der Verbraucher(s):',
        'Anschrift des/der Verbraucher(s):',
        'Datum:',
        'Unterschrift des/der Verbraucher(s), nur bei Mitteilung auf Papier:',
        '(*) Unzutreffendes streichen.',
      ],
    ],
  },
  en: {
    title: 'Instructions on withdrawal and withdrawal form',
    edition: 'Edition of 22 November 2026',
    sections: [
      [
        'Your right of withdrawal',
        'You have the right to withdraw from this contract within fourteen days without giving any reason. The period begins on the day after the contract was made. In Austrian law this is called “Rücktritt”. With us you have this right in every country in which we sell, including Switzerland.',
        'To withdraw, tell us in an unequivocal statement that you withdraw from this contract: {company}, {street}, {postcode} {town}, {country}, phone {phone}, email {mail}. A letter or an email is enough. You may use the form below, but you do not have to.',
        'You can also withdraw online: by [Withdraw from a contract](/withdraw), which is at the foot of every page. We then confirm by email at once what reached us and when.',
        'You meet the deadline if you send your statement before the period has ended.',
      ],
      [
        'What happens after a withdrawal',
        'If you withdraw from this contract, we reimburse all payments that we have received from you for it, without undue delay and no later than fourteen days after the day on which your statement reached us. We use the means of payment with which you paid, unless we have expressly agreed otherwise with you. We charge no fee for this.',
        '{withdrawalCosts}',
      ],
      ['When the right ends early', '{withdrawalLoss}'],
      [
        'Model withdrawal form',
        'If you wish to withdraw from the contract, please fill in this form and send it back.',
        'To {company}, {street}, {postcode} {town}, {country}, email {mail}',
        'I/We (*) hereby give notice that I/we (*) withdraw from my/our (*) contract for the provision of this service:',
        'Ordered on:',
        'Contract number (if known):',
        'Name of consumer(s):',
        'Address of consumer(s):',
        'Date:',
        'Signature of consumer(s), only if this form is sent on paper:',
        '(*) Delete as appropriate.',
      ],
    ],
  },
  fr: {
    title: 'Informations et formulaire de rétractation',
    edition: 'Version du 22 novembre 2026',
    sections: [
      [
        'Votre droit de rétractation',
        'Vous avez le droit de vous rétracter de ce contrat dans un délai de quatorze jours, sans donner de motif. Le délai commence le lendemain de la conclusion du contrat. La loi autrichienne parle de « Rücktritt ». Chez nous, vous avez ce droit dans tous les pays où nous vendons, y compris en Suisse.',
        'Pour vous rétracter, faites-nous savoir par une déclaration dénuée d’ambiguïté que vous vous rétractez de ce contrat : {company}, {street}, {postcode} {town}, {country}, téléphone {phone}, e-mail {mail}. Une lettre ou un e-mail suffit. Vous pouvez utiliser le formulaire ci-dessous, mais ce n’est pas obligatoire.',
        'Vous pouvez aussi vous rétracter en ligne : par [Se rétracter d’un contrat](/withdraw), au bas de chaque page. Nous vous confirmons alors aussitôt par e-mail ce qui nous est parvenu et quand.',
        'Le délai est respecté si vous envoyez votre déclaration avant qu’il n’expire.',
      ],
      [
        'Ce qui suit la rétractation',
        'Si vous vous rétractez de ce contrat, nous vous remboursons tous les paiements reçus de vous pour ce contrat, sans retard excessif et au plus tard quatorze jours après le jour où votre déclaration nous est parvenue. Nous utilisons le moyen de paiement avec lequel vous avez payé, sauf si nous avons expressément convenu d’autre chose avec vous. Nous ne demandons aucuns frais pour cela.',
        '{withdrawalCosts}',
      ],
      ['Quand ce droit prend fin plus tôt', '{withdrawalLoss}'],
      [
        'Modèle de formulaire de rétractation',
        'Si vous souhaitez vous rétracter du contrat, remplissez ce formulaire et renvoyez-le.',
        'À {company}, {street}, {postcode} {town}, {country}, e-mail {mail}',
        'Je/nous (*) vous notifie/notifions (*) par la présente ma/notre (*) rétractation du contrat portant sur ce service :',
        'Commandé le :',
        'Numéro de contrat (s’il est connu) :',
        'Nom du (des) consommateur(s) :',
        'Adresse du (des) consommateur(s) :',
        'Date :',
        'Signature du (des) consommateur(s), uniquement si ce formulaire est envoyé sur papier :',
        '(*) Rayez la mention inutile.',
      ],
    ],
  },
}
