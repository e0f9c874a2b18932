import { bundle } from './words.ts'

/** E-mails about a new price of a running subscription. After a German greeting the sentence goes on in lower case. */
export const priceEmailWords = bundle({
  de: {
    'LETTER.FACT_OLD_PRICE': 'Preis bisher',
    'LETTER.FACT_NEW_PRICE': 'Neuer Preis',
    'LETTER.FACT_FROM': 'Gilt ab',
    'LETTER.PER_PERIOD': '{price} für 30 Tage, inkl. USt.',
    'LETTER.price-rise.SUBJECT': 'Neuer Preis für Ihr Abo ab {day}',
    'LETTER.price-rise.TITLE': 'Der Preis Ihres Abos',
    'LETTER.price-rise.BODY': 'wir erhöhen den Preis Ihres Abos {tariff}: ab {day} {price} statt {old} für je 30 Tage.',
    'LETTER.price-rise.REDUCED': 'Ihr ermäßigter Preis bleibt bis dahin, wie er ist.',
    'LETTER.price-rise.CONSENT': 'Der neue Preis gilt nur, wenn Sie zustimmen. Das können Sie bis {day} tun.',
    'LETTER.price-rise.ELSE_KEEP':
      'Stimmen Sie nicht zu, ändert sich nichts: Ihr Abo läuft zum Preis von {old} weiter. Kündigen können Sie jederzeit.',
    'LETTER.price-rise.ELSE_END':
      'Stimmen Sie nicht zu, endet Ihr Abo am {day}. Es wird dann nichts mehr verrechnet; kündigen müssen Sie nicht.',
    'LETTER.price-rise.AGREE': 'Ansehen und entscheiden',
    'LETTER.price-rise.OBJECT':
      'Sind Sie einverstanden, müssen Sie nichts tun. Wenn nicht, können Sie bis {day} kündigen, auch in den letzten 7 Tagen davor: Ihr Abo endet dann am {day}, und der neue Preis wird nie verrechnet.',
    'LETTER.price-rise.LEAVE': 'Ansehen oder kündigen',
    'LETTER.price-cut.SUBJECT': 'Ihr Abo wird günstiger',
    'LETTER.price-cut.TITLE': 'Ihr Abo wird günstiger',
    'LETTER.price-cut.BODY': 'Ihr Abo {tariff} kostet ab {day} nur noch {price} statt {old} für je 30 Tage.',
    'LETTER.price-cut.NOTHING_TO_DO': 'Sie müssen nichts tun.',
    'LETTER.price-agreed.SUBJECT': 'Ihr neuer Preis ab {day}',
    'LETTER.price-agreed.TITLE': 'Danke für Ihre Zustimmung',
    'LETTER.price-agreed.BODY':
      'Sie haben dem neuen Preis für Ihr Abo {tariff} am {at} zugestimmt. Ab {day} kostet es {price} statt {old} für je 30 Tage.',
    'LETTER.price-stays.SUBJECT': 'Der Preis Ihres Abos bleibt gleich',
    'LETTER.price-stays.TITLE': 'Der Preis bleibt gleich',
    'LETTER.price-stays.BODY':
      'der neue Preis, den wir Ihnen für {day} angekündigt haben, kommt nicht. Ihr Abo {tariff} kostet weiter {old} für je 30 Tage. Sie müssen nichts tun.',
  },
  en: {
    'LETTER.FACT_OLD_PRICE': 'Price so far',
    'LETTER.FACT_NEW_PRICE': 'New price',
    'LETTER.FACT_FROM': 'Applies from',
    'LETTER.PER_PERIOD': '{price} for 30 days, VAT included',
    'LETTER.price-rise.SUBJECT': 'A new price for your subscription from {day}',
    'LETTER.price-rise.TITLE': 'The price of your subscription',
    'LETTER.price-rise.BODY':
      'We are raising the price of your subscription {tariff}: from {day} it is {price} instead of {old} for each 30 days.',
    'LETTER.price-rise.REDUCED': 'Until then your reduced price stays as it is.',
    'LETTER.price-rise.CONSENT': 'The new price applies only if you agree. You can do so until {day}.',
    'LETTER.price-rise.ELSE_KEEP':
      'If you do not agree, nothing changes: your subscription continues at {old}. You can cancel at any time.',
    'LETTER.price-rise.ELSE_END':
      'If you do not agree, your subscription ends on {day}. Nothing more will be charged then; you do not need to cancel.',
    'LETTER.price-rise.AGREE': 'See the price and decide',
    'LETTER.price-rise.OBJECT':
      'If you are happy with that, there is nothing to do. If not, you can cancel until {day}, in the last 7 days too: your subscription then ends on {day} and the new price is never charged.',
    'LETTER.price-rise.LEAVE': 'See the price or cancel',
    'LETTER.price-cut.SUBJECT': 'Your subscription gets cheaper',
    'LETTER.price-cut.TITLE': 'Your subscription gets cheaper',
    'LETTER.price-cut.BODY': 'From {day} your subscription {tariff} costs only {price} instead of {old} for each 30 days.',
    'LETTER.price-cut.NOTHING_TO_DO': 'There is nothing you need to do.',
    'LETTER.price-agreed.SUBJECT': 'Your new price from {day}',
    'LETTER.price-agreed.TITLE': 'Thank you for agreeing',
    'LETTER.price-agreed.BODY':
      'On {at} you agreed to the new price of your subscription {tariff}. From {day} it costs {price} instead of {old} for each 30 days.',
    'LETTER.price-stays.SUBJECT': 'The price of your subscription stays the same',
    'LETTER.price-stays.TITLE': 'The price stays the same',
    'LETTER.price-stays.BODY':
      'The new price that we announced for {day} is not coming. Your subscription {tariff} still costs {old} for each 30 days. There is nothing you need to do.',
  },
  fr: {
    'LETTER.FACT_OLD_PRICE': 'Prix jusqu’ici',
    'LETTER.FACT_NEW_PRICE': 'Nouveau prix',
    'LETTER.FACT_FROM': 'Valable à partir du',
    'LETTER.PER_PERIOD': '{price} pour 30 jours, TVA comprise',
    'LETTER.price-rise.SUBJECT': 'Nouveau prix de votre abonnement à partir du {day}',
    'LETTER.price-rise.TITLE': 'Le prix de votre abonnement',
    'LETTER.price-rise.BODY':
      'Nous augmentons le prix de votre abonnement {tariff} : à partir du {day}, {price} au lieu de {old} pour 30 jours.',
    'LETTER.price-rise.REDUCED': 'D’ici là, votre prix réduit ne change pas.',
    'LETTER.price-rise.CONSENT': 'Le nouveau prix ne s’applique que si vous l’acceptez. Vous pouvez le faire jusqu’au {day}.',
    'LETTER.price-rise.ELSE_KEEP':
      'Sans votre accord, rien ne change : votre abonnement continue à {old}. Vous pouvez résilier à tout moment.',
    'LETTER.price-rise.ELSE_END':
      'Sans votre accord, votre abonnement prend fin le {day}. Plus rien ne sera alors prélevé ; vous n’avez pas besoin de résilier.',
    'LETTER.price-rise.AGREE': 'Voir et décider',
    'LETTER.price-rise.OBJECT':
      'Si vous êtes d’accord, vous n’avez rien à faire. Sinon, vous pouvez résilier jusqu’au {day}, même dans les 7 derniers jours : votre abonnement prend alors fin le {day} et le nouveau prix n’est jamais facturé.',
    'LETTER.price-rise.LEAVE': 'Voir ou résilier',
    'LETTER.price-cut.SUBJECT': 'Votre abonnement devient moins cher',
    'LETTER.price-cut.TITLE': 'Votre abonnement devient moins cher',
    'LETTER.price-cut.BODY':
      'À partir du {day}, votre abonnement {tariff} ne coûte plus que {price} au lieu de {old} pour 30 jours.',
    'LETTER.price-cut.NOTHING_TO_DO': 'Vous n’avez rien à faire.',
    'LETTER.price-agreed.SUBJECT': 'Votre nouveau prix à partir du {day}',
    'LETTER.price-agreed.TITLE': 'Merci de votre accord',
    'LETTER.price-agreed.BODY':
      'Le {at}, vous avez accepté le nouveau prix de votre abonnement {tariff}. À partir du {day}, il coûte {price} au lieu de {old} pour 30 jours.',
    'LETTER.price-stays.SUBJECT': 'Le prix de votre abonnement ne change pas',
    'LETTER.price-stays.TITLE': 'Le prix ne change pas',
    'LETTER.price-stays.BODY':
      'Le nouveau prix que nous vous avions annoncé pour le {day} ne viendra pas. Votre abonnement {tariff} coûte toujours {old} pour 30 jours. Vous n’avez rien à faire.',
  },
})
