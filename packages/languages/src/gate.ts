import { bundle } from './words.ts'

/** Errors about how a request was sent, before any page or call looks at what it asks for. */
export const gateWords = bundle({
  de: {
    'GATE.TITLE': 'Diese Anfrage konnten wir nicht annehmen',
    'GATE.HOME': 'Zur Startseite',
    'GATE.WRONG_REQUEST': 'Die Anfrage ist nicht richtig aufgebaut.',
    'GATE.WRONG_HOST': 'Diese Adresse gehört nicht zu unserer Website.',
    'GATE.WRONG_METHOD': 'Diese Art von Anfrage gibt es hier nicht.',
    'GATE.TOO_SLOW': 'Das hat zu lange gedauert. Bitte prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
    'GATE.BODY_TOO_LARGE': 'Das ist mehr, als wir auf einmal annehmen. Bitte kürzen Sie Ihre Eingabe.',
    'GATE.ADDRESS_TOO_LONG': 'Diese Adresse ist zu lang.',
    'GATE.UNSUPPORTED_BODY': 'Daten in diesem Format nehmen wir hier nicht an.',
    'GATE.HEADERS_TOO_LARGE': 'Die Anfrage hat zu viele oder zu lange Kopfzeilen.',
    'GATE.BUSY':
      'Von Ihrer Verbindung kamen gerade sehr viele Anfragen. Bitte warten Sie einen Moment und laden Sie die Seite neu.',
  },
  en: {
    'GATE.TITLE': 'We could not accept this request',
    'GATE.HOME': 'Go to the home page',
    'GATE.WRONG_REQUEST': 'The request is malformed.',
    'GATE.WRONG_HOST': 'This address does not belong to our website.',
    'GATE.WRONG_METHOD': 'This kind of request is not supported here.',
    'GATE.TOO_SLOW': 'This took too long. Please check your connection and try again.',
    'GATE.BODY_TOO_LARGE': 'This is more than we accept at once. Please shorten what you entered.',
    'GATE.ADDRESS_TOO_LONG': 'This address is too long.',
    'GATE.UNSUPPORTED_BODY': 'We do not accept data in this format here.',
    'GATE.HEADERS_TOO_LARGE': 'The request has too many headers, or they are too long.',
    'GATE.BUSY': 'We have just received a lot of requests from your connection. Please wait a moment, then reload the page.',
  },
  fr: {
    'GATE.TITLE': 'Nous n’avons pas pu accepter cette demande',
    'GATE.HOME': 'Retour à l’accueil',
    'GATE.WRONG_REQUEST': 'La demande est mal formée.',
    'GATE.WRONG_HOST': 'Cette adresse ne fait pas partie de notre site.',
    'GATE.WRONG_METHOD': 'Ce type de demande n’est pas possible ici.',
    'GATE.TOO_SLOW': 'L’envoi a pris trop de temps. Vérifiez votre connexion, puis réessayez.',
    'GATE.BODY_TOO_LARGE': 'C’est plus que ce que nous acceptons en une fois. Veuillez raccourcir votre saisie.',
    'GATE.ADDRESS_TOO_LONG': 'Cette adresse est trop longue.',
    'GATE.UNSUPPORTED_BODY': 'Nous n’acceptons pas de données dans ce format ici.',
    'GATE.HEADERS_TOO_LARGE': 'Les en-têtes de la demande sont trop nombreux ou trop longs.',
    'GATE.BUSY':
      'Nous venons de recevoir un très grand nombre de demandes depuis votre connexion. Patientez un instant, puis rechargez la page.',
  },
})
