import type { Language } from '@kiosk/domain/locale'

/** A campaign's own texts: the line above the headline, the headline, the promise. */
export type CampaignTexts = readonly [eyebrow: string, headline: string, promise: string]

/** By the key of the campaign. */
export const shippedCampaignTexts: Readonly<Record<string, Record<Language, CampaignTexts>>> = {
  easter: {
    de: [
      'Osteraktion',
      'Suchen Sie nur noch die Eier',
      'Was zu lesen ist, haben wir schon gefunden: alle Zeitungen und Magazine, ein ganzes Frühjahr lang zum kleinen Preis.',
    ],
    en: [
      'Easter offer',
      'Leave only the eggs to be found',
      'We have found the reading: every newspaper and magazine, at a small price for the whole of spring.',
    ],
    fr: [
      'Offre de Pâques',
      'Ne cherchez plus que les œufs',
      'La lecture, nous l’avons trouvée : tous les journaux et magazines, à petit prix tout le printemps.',
    ],
  },
  sonne: {
    de: [
      'Lesen in der Sonne',
      'Ein Liegestuhl voller Magazine',
      'Heller Himmel, leichtes Gepäck: die ganze Zeitschriftenwand passt in eine Hand und blendet nicht.',
    ],
    en: ['Reading in the sun', 'A deckchair full of magazines', 'Bright sky, light bags: the whole rack fits in one hand.'],
    fr: [
      'Lire au soleil',
      'Une chaise longue pleine de magazines',
      'Ciel clair, bagages légers : tout le kiosque tient dans une main.',
    ],
  },
  vib: {
    de: [
      'Für VIB-Mitglieder',
      'Mitglied sein zahlt sich aus',
      'Als VIB-Mitglied lesen Sie unsere ganze Auswahl drei Monate lang zum Vorteilspreis.',
    ],
    en: [
      'For members of VIB',
      'Membership has its pages',
      'Members of VIB read everything we carry at a member’s price for three months.',
    ],
    fr: [
      'Pour les membres VIB',
      'Être membre, ça se lit',
      'Les membres VIB lisent tout notre choix pendant trois mois au prix des membres.',
    ],
  },
  robinson: {
    de: [
      'Lesen im Urlaub',
      'Ein Buch reicht nicht für die Insel',
      'Nehmen Sie den ganzen Kiosk mit. Heruntergeladen liest er sich auch dort, wo nur das Meer rauscht.',
    ],
    en: [
      'Reading on holiday',
      'One book is not enough for an island',
      'Bring the whole newsstand. Downloaded, it reads well where the sea is the only sound.',
    ],
    fr: [
      'Lire en vacances',
      'Un livre ne suffit pas pour une île',
      'Emportez tout le kiosque. Téléchargé, il se lit même là où l’on n’entend que la mer.',
    ],
  },
  'magenta-moments': {
    de: [
      'Ein halbes Jahr lang',
      'Sechs Monate Zeit für sich',
      'Für alle bei Magenta Moments: ein halbes Jahr jede Zeitung und jedes Magazin, ohne Werbung.',
    ],
    en: [
      'For half a year',
      'Six months of time to yourself',
      'For everyone at Magenta Moments: every newspaper and magazine, ad-free, for half a year.',
    ],
    fr: [
      'Pendant six mois',
      'Six mois de temps pour soi',
      'Pour tous chez Magenta Moments : chaque journal et chaque magazine, sans publicité, pendant six mois.',
    ],
  },
  iamstudent: {
    de: [
      'Für Studierende',
      'Mehr lesen als nur das Skriptum',
      'Drei Monate alle Zeitungen und Magazine: für die Pause, fürs Proseminar, für den Zug nach Hause.',
    ],
    en: [
      'For students',
      'Read more than the syllabus',
      'Three months of every newspaper and magazine: for breaks, for seminars, for the train home.',
    ],
    fr: [
      'Pour les étudiants',
      'Lire plus que le polycopié',
      'Trois mois de tous les journaux et magazines : pour la pause, le séminaire, le train du retour.',
    ],
  },
  'iamstudent-at': {
    de: [
      'Für Studierende in Österreich',
      'Zwischen Audimax und Melange',
      'Drei Monate alle Zeitungen und Magazine. Das Kaffeehaus hat auch nicht mehr aufliegen.',
    ],
    en: [
      'For students in Austria',
      'Between lecture hall and coffee house',
      'Three months of every newspaper and magazine. No coffee house has more on its rack.',
    ],
    fr: [
      'Pour les étudiants en Autriche',
      'Entre l’amphi et le café',
      'Trois mois de tous les journaux et magazines. Aucun café viennois n’en propose davantage.',
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
      'Three months of every newspaper and magazine, in the tunnel between two lectures too.',
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
      'Zum Jubiläum: drei Monate Magazine über Haus, Garten und alles, was sich selber machen lässt.',
    ],
    en: [
      '60 years of hagebaumarkt',
      'Read twice, cut once',
      'For the anniversary: three months of magazines on home, garden and everything you can make yourself.',
    ],
    fr: [
      '60 ans de hagebaumarkt',
      'Lire d’abord, scier ensuite',
      'Pour l’anniversaire : trois mois de magazines sur la maison, le jardin et tout ce que l’on fait soi-même.',
    ],
  },
  dreamwood: {
    de: [
      'Zum Festival',
      'Zwei Monate nach dem letzten Lied',
      'Die Musik geht weiter: zwei Monate lang alles lesen, was zwischen Zelt und Heimweg liegen blieb.',
    ],
    en: [
      'For the festival',
      'Two months after the last song',
      'The music goes on: two months to read all that stayed behind between tent and train.',
    ],
    fr: [
      'Pour le festival',
      'Deux mois après la dernière chanson',
      'La musique continue : deux mois pour lire tout ce qui est resté entre la tente et le train.',
    ],
  },
  promo: {
    de: ['Aktion', 'Drei Monate alles lesen', 'Der ganze Kiosk zum Preis eines Hefts: PREMIUM, ohne Werbung, auf fünf Geräten.'],
    en: [
      'Special offer',
      'Three months of everything',
      'The whole newsstand for the price of one issue: PREMIUM, no ads, on five devices.',
    ],
    fr: [
      'Offre spéciale',
      'Trois mois pour tout lire',
      'Tout le kiosque au prix d’un numéro : PREMIUM, sans publicité, sur cinq appareils.',
    ],
  },
  'black-friday': {
    de: [
      'Black Friday',
      'Schwarz auf weiß: der kleinste Preis',
      'Druckerschwärze war nie günstiger. Drei Monate alle Titel, bevor das Licht wieder angeht.',
    ],
    en: [
      'Black Friday',
      'In black and white: our smallest price',
      'Ink has never cost less. Three months of every title, before the lights come back on.',
    ],
    fr: [
      'Black Friday',
      'Noir sur blanc : notre plus petit prix',
      'L’encre n’a jamais coûté si peu. Trois mois de tous les titres, avant que la lumière revienne.',
    ],
  },
  christmas: {
    de: [
      'Weihnachtsaktion',
      'Stille Tage, volle Seiten',
      'Zwischen den Jahren ist Zeit. Drei Monate Lesestoff für das Sofa, den Zug und die Nacht davor.',
    ],
    en: [
      'Christmas offer',
      'Quiet days, full pages',
      'There is time between the years. Three months of reading for the sofa, the train and the night before.',
    ],
    fr: [
      'Offre de Noël',
      'Jours calmes, pages pleines',
      'Entre les fêtes, on a le temps. Trois mois de lecture pour le canapé, le train et la veillée.',
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
      'Every magazine comes along and weighs nothing. Download before, read on the way, even offline.',
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
      'Kein Weg zur Trafik, kein Warten auf den Postkasten: drei Monate alle Zeitungen und Magazine daheim.',
    ],
    en: [
      'Read at home',
      'The world in your living room',
      'No walk to the shop, no waiting for the post: every newspaper and magazine at home for three months.',
    ],
    fr: [
      'Lire à la maison',
      'Le monde vient au salon',
      'Ni détour au kiosque, ni attente du courrier : tous les journaux et magazines chez vous pendant trois mois.',
    ],
  },
  partner: {
    de: [
      'Unsere Partner',
      'Gemeinsam liest es sich mehr',
      'Hotels, Vereine, Festivals und Hochschulen schenken Lesezeit. Was ihre Gäste und Mitglieder davon halten, steht hier.',
    ],
    en: [
      'Our partners',
      'Reading goes further together',
      'Hotels, clubs, festivals and universities give the gift of reading. What their guests and members think is here.',
    ],
    fr: [
      'Nos partenaires',
      'Ensemble, on lit plus loin',
      'Hôtels, clubs, festivals et universités offrent du temps de lecture. Voici ce qu’en pensent leurs hôtes et membres.',
    ],
  },
  leseprobe: {
    de: [
      'Leseprobe',
      'Erst kosten, dann bleiben',
      'In Österreich drei Monate für 9,99 €, mehr als 70 % gespart. In der Schweiz 90 Tage um CHF 9.90 je 30 Tage, in Deutschland 180 Tage um 4,99 € je 30 Tage.',
    ],
    en: [
      'Sampler',
      'Taste first, stay later',
      'In Austria three months for 9,99 €, more than 70% off. In Switzerland 90 days at CHF 9.90 per 30 days, in Germany 180 days at 4,99 € per 30 days.',
    ],
    fr: [
      'Lecture d’essai',
      'Goûter d’abord, rester ensuite',
      'En Autriche trois mois pour 9,99 €, plus de 70 % d’économie. En Suisse 90 jours à CHF 9.90 par 30 jours, en Allemagne 180 jours à 4,99 € par 30 jours.',
    ],
  },
}
/** Titles of campaign pages that are not in the table of pages, by key of the campaign. */
export const ownCampaignTitles: Readonly<Record<string, Record<Language, string>>> = {
  leseprobe: { de: 'Leseprobe', en: 'Sampler', fr: 'Lecture d’essai' },
}
