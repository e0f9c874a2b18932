import { bundle } from './words.ts'

/** What is said of carts, contracts and their payment. */
export const paymentWords = bundle({
  de: {
    'PAYMENT.ACCEPT_LOSS_OF_WITHDRAWAL':
      'Ich verlange ausdrücklich, dass mein Abo sofort beginnt, noch vor Ablauf der vierzehntägigen Widerrufsfrist. Mir ist bekannt, dass ich mein Widerrufsrecht damit verliere, sobald ich lesen kann.',
    'PAYMENT.ACCEPT_BEGIN_AT_ONCE':
      'Ich verlange ausdrücklich, dass mein Abo sofort beginnt, noch vor Ablauf der vierzehntägigen Widerrufsfrist. Mir ist bekannt: Widerrufe ich, bezahle ich die Tage bis dahin anteilig.',
    'PAYMENT.TARIFF': '{siteName} {tier}',
    'PAYMENT.EVERY_30_DAYS': '{price} alle 30 Tage, inkl. USt.',
    'PAYMENT.REDUCED_one': 'Die ersten 30 Tage {reduced}, danach {price} alle 30 Tage, inkl. USt.',
    'PAYMENT.REDUCED_other': '{count} × {reduced}, danach {price} alle 30 Tage, inkl. USt.',
    'PAYMENT.CREDIT': 'Guthaben aus Ihrem bisherigen Abo',
    'PAYMENT.CREDIT_DETAIL': 'Bezahlte Tage, die Sie nicht mehr brauchen',
    'PAYMENT.WAIVED': 'Kleinbetrag',
    'PAYMENT.WAIVED_DETAIL': 'So wenig buchen wir nicht ab',
    'PAYMENT.MAGZ_FEATURE_CONTENT': 'Alle Magazine, online und offline',
    'PAYMENT.MAGZ_FEATURE_NEWSPAPERS': 'Alle Zeitungen, online',
    'PAYMENT.PREMIUM_FEATURE_CONTENT': 'Alle Magazine und Zeitungen, online und offline',
    'PAYMENT.PREMIUM_FEATURE_AUDIO': 'Artikel zum Anhören',
    'PAYMENT.FEATURE_NO_ADS': 'Keine Werbung',
    'PAYMENT.FEATURE_DEVICES': 'Auf {count} Geräten',
    'PAYMENT.FEATURE_CANCEL': 'Jederzeit zum Ende der 30 Tage kündbar, spätestens {days} Tage davor',
    'PAYMENT.MAGZ_DESCRIPTION': 'Magazine online und offline, Zeitungen online, ganz ohne Werbung.',
    'PAYMENT.PREMIUM_DESCRIPTION': 'Alle Magazine und Zeitungen, auch offline und zum Anhören, ganz ohne Werbung.',
  },
  en: {
    'PAYMENT.ACCEPT_LOSS_OF_WITHDRAWAL':
      'I expressly ask for my subscription to begin at once, before the fourteen-day withdrawal period is over. I understand that I lose my right of withdrawal as soon as I can read.',
    'PAYMENT.ACCEPT_BEGIN_AT_ONCE':
      'I expressly ask for my subscription to begin at once, before the fourteen-day withdrawal period is over. I understand that if I withdraw, I pay for the days until then.',
    'PAYMENT.TARIFF': '{siteName} {tier}',
    'PAYMENT.EVERY_30_DAYS': '{price} every 30 days, incl. VAT',
    'PAYMENT.REDUCED_one': '{reduced} for the first 30 days, then {price} every 30 days, incl. VAT',
    'PAYMENT.REDUCED_other': '{count} × {reduced}, then {price} every 30 days, incl. VAT',
    'PAYMENT.CREDIT': 'Credit from your present subscription',
    'PAYMENT.CREDIT_DETAIL': 'Days you have paid for and no longer need',
    'PAYMENT.WAIVED': 'Small amount',
    'PAYMENT.WAIVED_DETAIL': 'Too little for us to charge',
    'PAYMENT.MAGZ_FEATURE_CONTENT': 'Every magazine, online and offline',
    'PAYMENT.MAGZ_FEATURE_NEWSPAPERS': 'Every newspaper, online',
    'PAYMENT.PREMIUM_FEATURE_CONTENT': 'Every magazine and newspaper, online and offline',
    'PAYMENT.PREMIUM_FEATURE_AUDIO': 'Articles to listen to',
    'PAYMENT.FEATURE_NO_ADS': 'No ads',
    'PAYMENT.FEATURE_DEVICES': 'On {count} devices',
    'PAYMENT.FEATURE_CANCEL': 'Cancel any time for the end of the 30 days, at least {days} days ahead',
    'PAYMENT.MAGZ_DESCRIPTION': 'Magazines online and offline, newspapers online, and no ads at all.',
    'PAYMENT.PREMIUM_DESCRIPTION': 'Every magazine and newspaper, offline and to listen to as well, and no ads at all.',
  },
  fr: {
    'PAYMENT.ACCEPT_LOSS_OF_WITHDRAWAL':
      'Je demande expressément que mon abonnement commence tout de suite, avant la fin du délai de rétractation de quatorze jours. Je sais que je perds mon droit de rétractation dès que je peux lire.',
    'PAYMENT.ACCEPT_BEGIN_AT_ONCE':
      'Je demande expressément que mon abonnement commence tout de suite, avant la fin du délai de rétractation de quatorze jours. Je sais que, si je me rétracte, je paie les jours écoulés jusque-là.',
    'PAYMENT.TARIFF': '{siteName} {tier}',
    'PAYMENT.EVERY_30_DAYS': '{price} tous les 30 jours, TVA comprise',
    'PAYMENT.REDUCED_one': '{reduced} pour les 30 premiers jours, puis {price} tous les 30 jours, TVA comprise',
    'PAYMENT.REDUCED_other': '{count} × {reduced}, puis {price} tous les 30 jours, TVA comprise',
    'PAYMENT.CREDIT': 'Avoir de votre abonnement actuel',
    'PAYMENT.CREDIT_DETAIL': 'Jours payés dont vous n’avez plus besoin',
    'PAYMENT.WAIVED': 'Petit montant',
    'PAYMENT.WAIVED_DETAIL': 'Trop faible pour être prélevé',
    'PAYMENT.MAGZ_FEATURE_CONTENT': 'Tous les magazines, en ligne et hors ligne',
    'PAYMENT.MAGZ_FEATURE_NEWSPAPERS': 'Tous les journaux, en ligne',
    'PAYMENT.PREMIUM_FEATURE_CONTENT': 'Tous les magazines et journaux, en ligne et hors ligne',
    'PAYMENT.PREMIUM_FEATURE_AUDIO': 'Des articles à écouter',
    'PAYMENT.FEATURE_NO_ADS': 'Aucune publicité',
    'PAYMENT.FEATURE_DEVICES': 'Sur {count} appareils',
    'PAYMENT.FEATURE_CANCEL': 'Résiliable à tout moment pour la fin des 30 jours, au moins {days} jours avant',
    'PAYMENT.MAGZ_DESCRIPTION': 'Magazines en ligne et hors ligne, journaux en ligne, sans aucune publicité.',
    'PAYMENT.PREMIUM_DESCRIPTION': 'Tous les magazines et journaux, hors ligne et à écouter aussi, sans aucune publicité.',
  },
})
