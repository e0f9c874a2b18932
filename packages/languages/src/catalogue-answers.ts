import { bundle } from './words.ts'

/** What the API itself says about an issue: notices, rows, names of subscriptions. */
export const catalogueAnswerWords = bundle({
  de: {
    'NOTICE.NO_TEXT': 'Diese Ausgabe ist ein Scan ohne Text: Suche, Kopieren und Artikelansicht gibt es hier nicht.',
    'NOTICE.PARTIAL_TEXT': 'Einige Seiten dieser Ausgabe sind Bilder ohne Text; die Suche findet dort nichts.',
    'NOTICE.LEAVES': 'Der Verlag nimmt diesen Titel am {day} vom Kiosk.',
    'NOTICE.AGE': 'Der Verlag empfiehlt diesen Titel ab {age} Jahren.',
    'NOTICE.NO_PAGES': 'Von dieser Ausgabe gibt es vorerst nur das Titelblatt.',
    'ROW.EDITORS': 'Von der Redaktion empfohlen',
    'SUBSCRIPTION.LONGNAME.FREE': 'read-it FREE – gratis lesen, finanziert durch Werbung',
    'SUBSCRIPTION.LONGNAME.MAGZ': 'read-it MAGZ – alle Magazine ohne Werbung, auch offline',
    'SUBSCRIPTION.LONGNAME.PREMIUM': 'read-it PREMIUM – alle Magazine und Zeitungen ohne Werbung, auch offline',
    'ISSUE_META.TITLE': '{title}, {detail}',
    'ISSUE_META.DESCRIPTION': '{title}, {detail}: jetzt online lesen. {headline}',
  },
  en: {
    'NOTICE.NO_TEXT': 'This issue is a scan without text: there is no search, copying or article view here.',
    'NOTICE.PARTIAL_TEXT': 'Some pages of this issue are pictures without text; search finds nothing there.',
    'NOTICE.LEAVES': 'The publisher takes this title off the newsstand on {day}.',
    'NOTICE.AGE': 'The publisher recommends this title from the age of {age}.',
    'NOTICE.NO_PAGES': 'For the time being there is only the cover of this issue.',
    'ROW.EDITORS': 'Recommended by our editors',
    'SUBSCRIPTION.LONGNAME.FREE': 'read-it FREE – read for free, paid for by advertisements',
    'SUBSCRIPTION.LONGNAME.MAGZ': 'read-it MAGZ – all magazines without advertisements, offline too',
    'SUBSCRIPTION.LONGNAME.PREMIUM': 'read-it PREMIUM – all magazines and newspapers without advertisements, offline too',
    'ISSUE_META.TITLE': '{title}, {detail}',
    'ISSUE_META.DESCRIPTION': '{title}, {detail}: read it online now. {headline}',
  },
  fr: {
    'NOTICE.NO_TEXT': 'Ce numéro est une numérisation sans texte : ni recherche, ni copie, ni vue par article.',
    'NOTICE.PARTIAL_TEXT': 'Certaines pages de ce numéro sont des images sans texte ; la recherche n’y trouve rien.',
    'NOTICE.LEAVES': 'L’éditeur retire ce titre du kiosque le {day}.',
    'NOTICE.AGE': 'L’éditeur recommande ce titre à partir de {age} ans.',
    'NOTICE.NO_PAGES': 'Pour l’instant, seule la couverture de ce numéro est disponible.',
    'ROW.EDITORS': 'Le choix de la rédaction',
    'SUBSCRIPTION.LONGNAME.FREE': 'read-it FREE – lecture gratuite, financée par la publicité',
    'SUBSCRIPTION.LONGNAME.MAGZ': 'read-it MAGZ – tous les magazines sans publicité, hors ligne aussi',
    'SUBSCRIPTION.LONGNAME.PREMIUM': 'read-it PREMIUM – tous les magazines et journaux sans publicité, hors ligne aussi',
    'ISSUE_META.TITLE': '{title}, {detail}',
    'ISSUE_META.DESCRIPTION': '{title}, {detail} : à lire en ligne dès maintenant. {headline}',
  },
})
