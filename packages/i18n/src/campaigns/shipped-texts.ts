import type { Language } from '@kiosk/domain/locale'

/** A campaign's own texts: the line above the headline, the headline, the promise. */
type CampaignTexts = readonly [eyebrow: string, headline: string, promise: string]

/** Texts by the key of the campaign. */
export const shippedCampaignTexts: Readonly<Record<string, Record<Language, CampaignTexts>>> = {
  easter: {
    de: [
      'Osteraktion',
      'Suchen Sie nur noch die Eier',
      'Den Lesestoff haben wir schon gefunden. Alle Zeitungen und Magazine, ein ganzes Frühjahr lang zum kleinen Preis.',
    ],
    en: [
      'Easter offer',
      'Only the eggs are left to find',
      'We have found the reading for you. Every newspaper and magazine, at a small price for the whole of spring.',
    ],
    fr: [
      'Offre de Pâques',
      'Ne cherchez plus que les œufs',
      'La lecture, nous l’avons déjà trouvée. Tous les journaux et magazines, à petit prix tout le printemps.',
    ],
  },
  sonne: {
    de: [
      'Lesen in der Sonne',
      'Ein Liegestuhl voller Magazine',
      'Heller Himmel, leichtes Gepäck. Alle Magazine und Zeitungen passen in eine Hand.',
    ],
    en: [
      'Reading in the sun',
      'A deckchair full of magazines',
      'Bright sky, light bags. Every magazine and newspaper fits in one hand.',
    ],
    fr: [
      'Lire au soleil',
      'Une chaise longue pleine de magazines',
      'Ciel clair, bagages légers. Tous les magazines et journaux tiennent dans une main.',
    ],
  },
  vib: {
    de: [
      'Für VIB-Mitglieder',
      'Mitglied sein zahlt sich aus',
      'Als VIB-Mitglied lesen Sie drei Monate lang alle Titel zum Vorteilspreis.',
    ],
    en: [
      'For members of VIB',
      'Membership has its pages',
      'Members of VIB read every title at a member’s price for three months.',
    ],
    fr: [
      'Pour les membres VIB',
      'Être membre, ça se lit',
      'Les membres VIB lisent tous les titres pendant trois mois au tarif membre.',
    ],
  },
  robinson: {
    de: [
      'Lesen im Urlaub',
      'Ein Buch reicht nicht für die Insel',
      'Nehmen Sie Magazine und Zeitungen mit. Einmal heruntergeladen, lassen sie sich auch dort lesen, wo nur das Meer rauscht.',
    ],
    en: [
      'Reading on holiday',
      'One book is not enough for an island',
      'Take magazines and newspapers with you. Download them and read where the sea is the only sound.',
    ],
    fr: [
      'Lire en vacances',
      'Un livre ne suffit pas pour une île',
      'Emportez magazines et journaux. Une fois téléchargés, ils se lisent même là où l’on n’entend que la mer.',
    ],
  },
  'magenta-moments': {
    de: [
      'Ein halbes Jahr lang',
      'Sechs Monate Zeit für sich',
      'Mit Magenta Moments lesen Sie ein halbes Jahr lang jede Zeitung und jedes Magazin, ohne Werbung.',
    ],
    en: [
      'For half a year',
      'Six months of time to yourself',
      'With Magenta Moments you read every newspaper and magazine for half a year, ad-free.',
    ],
    fr: [
      'Pendant six mois',
      'Six mois de temps pour soi',
      'Avec Magenta Moments, lisez tous les journaux et magazines, sans publicité, pendant six mois.',
    ],
  },
  iamstudent: {
    de: [
      'Für Studierende',
      'Mehr lesen als nur das Skript',
      'Drei Monate alle Zeitungen und Magazine, für die Pause und für den Zug nach Hause.',
    ],
    en: [
      'For students',
      'Read more than your lecture notes',
      'Three months of every newspaper and magazine, for breaks and for the train home.',
    ],
    fr: [
      'Pour les étudiants',
      'Lire plus que le polycopié',
      'Trois mois de tous les journaux et magazines, pour la pause et pour le train du retour.',
    ],
  },
  'iamstudent-at': {
    de: [
      'Für Studierende in Österreich',
      'Zwischen Audimax und Melange',
      'Drei Monate alle Zeitungen und Magazine, wie im Kaffeehaus.',
    ],
    en: [
      'For students in Austria',
      'Between lecture hall and coffee house',
      'Three months of every newspaper and magazine, as in a Viennese coffee house.',
    ],
    fr: [
      'Pour les étudiants en Autriche',
      'Entre l’amphi et le café',
      'Trois mois de tous les journaux et magazines, comme au café viennois.',
    ],
  },
  'iamstudent-ch': {
    de: [
      'Für Studierende in der Schweiz',
      'Lesestoff für jede Verbindung',
      'Drei Monate alle Zeitungen und Magazine, auch im Tunnel zwischen zwei Vorlesungen.',
    ],
    en: [
      'For students in Switzerland',
      'Something to read on every connection',
      'Three months of every newspaper and magazine, even in the tunnel between two lectures.',
    ],
    fr: [
      'Pour les étudiants en Suisse',
      'De quoi lire sur chaque trajet',
      'Trois mois de tous les journaux et magazines, même dans le tunnel entre deux cours.',
    ],
  },
  '60-jahre-hagebaumarkt': {
    de: [
      '60 Jahre hagebaumarkt',
      'Erst lesen, dann sägen',
      'Zum Jubiläum drei Monate Magazine über Haus, Garten und alles, was sich selbst machen lässt.',
    ],
    en: [
      '60 years of hagebaumarkt',
      'Read twice, cut once',
      'For the anniversary, three months of magazines on home, garden and everything you can make yourself.',
    ],
    fr: [
      '60 ans de hagebaumarkt',
      'Lire d’abord, scier ensuite',
      'Pour l’anniversaire, trois mois de magazines sur la maison, le jardin et tout ce que l’on fait soi-même.',
    ],
  },
  dreamwood: {
    de: [
      'Zum Festival',
      'Zwei Monate nach dem letzten Lied',
      'Zwei Monate lang alles lesen, was zwischen Zelt und Heimweg liegen blieb.',
    ],
    en: [
      'For the festival',
      'Two months after the last song',
      'Two months to read everything you missed between the tent and the train home.',
    ],
    fr: [
      'Pour le festival',
      'Deux mois après la dernière chanson',
      'Deux mois pour lire tout ce que vous avez manqué entre la tente et le train.',
    ],
  },
  promo: {
    de: ['Aktion', 'Drei Monate alles lesen', 'Alle Zeitungen und Magazine mit PREMIUM, ohne Werbung, auf fünf Geräten.'],
    en: ['Special offer', 'Three months of everything', 'Every newspaper and magazine with PREMIUM, no ads, on five devices.'],
    fr: [
      'Offre spéciale',
      'Trois mois pour tout lire',
      'Tous les journaux et magazines avec PREMIUM, sans publicité, sur cinq appareils.',
    ],
  },
  'black-friday': {
    de: ['Black Friday', 'Schwarz auf weiß: ein kleiner Preis', 'Drei Monate alle Titel zum Black-Friday-Preis.'],
    en: ['Black Friday', 'In black and white: a small price', 'Three months of every title at the Black Friday price.'],
    fr: ['Black Friday', 'Noir sur blanc : un petit prix', 'Trois mois de tous les titres au prix du Black Friday.'],
  },
  christmas: {
    de: [
      'Weihnachtsaktion',
      'Stille Tage, volle Seiten',
      'Zwischen den Jahren ist Zeit. Drei Monate Lesestoff für das Sofa und den Zug.',
    ],
    en: [
      'Christmas offer',
      'Quiet days, full pages',
      'There is time between Christmas and New Year. Three months of reading for the sofa and the train.',
    ],
    fr: [
      'Offre de Noël',
      'Jours calmes, pages pleines',
      'Entre les fêtes, on a le temps. Trois mois de lecture pour le canapé et le train.',
    ],
  },
  holiday: {
    de: [
      'Ferienaktion',
      'Der Koffer bleibt leicht',
      'Alle Magazine fahren mit und wiegen nichts. Vorher laden, unterwegs lesen, auch ohne Netz.',
    ],
    en: [
      'Holiday offer',
      'Keep the suitcase light',
      'Every magazine comes along and weighs nothing. Download it first, read it on the way, even offline.',
    ],
    fr: [
      'Offre de vacances',
      'La valise reste légère',
      'Tous les magazines voyagent et ne pèsent rien. À télécharger avant, à lire en route, même hors ligne.',
    ],
  },
  'read-at-home': {
    de: [
      'Zuhause lesen',
      'Die Welt kommt ins Wohnzimmer',
      'Kein Weg zum Kiosk, kein Warten auf die Post. Drei Monate alle Zeitungen und Magazine zu Hause.',
    ],
    en: [
      'Read at home',
      'The world in your living room',
      'No walk to the shop, no waiting for the post. Every newspaper and magazine at home for three months.',
    ],
    fr: [
      'Lire à la maison',
      'Le monde vient au salon',
      'Ni détour au kiosque, ni attente du courrier. Tous les journaux et magazines chez vous pendant trois mois.',
    ],
  },
  partner: {
    de: [
      'Unsere Partner',
      'Gemeinsam lesen',
      'Ein Angebot für Gäste, Mitglieder und Studierende unserer Partner. Drei Monate alle Zeitungen und Magazine.',
    ],
    en: [
      'Our partners',
      'Reading together',
      'An offer for the guests, members and students of our partners. Three months of every newspaper and magazine.',
    ],
    fr: [
      'Nos partenaires',
      'Lire ensemble',
      'Une offre pour les clients, les membres et les étudiants de nos partenaires. Trois mois de tous les journaux et magazines.',
    ],
  },
  leseprobe: {
    de: [
      'Leseprobe',
      'Erst probieren, dann entscheiden',
      'In Österreich drei Monate für 9,99 €, mehr als 70 % gespart. In der Schweiz 90 Tage für CHF 9.90 je 30 Tage, in Deutschland 180 Tage für 4,99 € je 30 Tage.',
    ],
    en: [
      'Trial offer',
      'Try first, decide later',
      'In Austria three months for 9,99 €, more than 70% off. In Switzerland 90 days at CHF 9.90 per 30 days, in Germany 180 days at 4,99 € per 30 days.',
    ],
    fr: [
      'Lecture d’essai',
      'Essayer d’abord, décider ensuite',
      'En Autriche trois mois pour 9,99 €, plus de 70 % d’économie. En Suisse 90 jours à CHF 9.90 par 30 jours, en Allemagne 180 jours à 4,99 € par 30 jours.',
    ],
  },
}
/** Titles of campaign pages that are not in the table of pages, by key of the campaign. */
export const ownCampaignTitles: Readonly<Record<string, Record<Language, string>>> = {
  leseprobe: { de: 'Leseprobe', en: 'Trial offer', fr: 'Lecture d’essai' },
}
