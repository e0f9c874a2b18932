import { bundle } from './words.ts'

/** Refusals of the API and the mapping of statuses (section 8). */
export const errorWords = bundle({
  de: {
    'ERROR.OCCURRED': 'Ein Fehler ist aufgetreten',
    'ERROR.WRONG_INPUT': 'Eine Angabe stimmt nicht. Bitte prüfen Sie Ihre Eingabe.',
    'ERROR.FORBIDDEN': 'Das ist hier nicht erlaubt.',
    'ERROR.RESOURCE_UNAVAILABLE': 'Das Gesuchte ist nicht (mehr) verfügbar.',
    'ERROR.SERVICE_UNAVAILABLE':
      'Der Dienst ist gerade nicht erreichbar. Bitte versuchen Sie es in ein paar Minuten noch einmal.',
    'ERROR.TOO_MANY_REQUESTS': 'Das waren sehr viele Anfragen auf einmal. Bitte warten Sie einen Moment.',
    'ERROR.NOT_SIGNED_IN': 'Bitte melden Sie sich an.',
    'ERROR.NOT_ENTITLED': 'Diese Seite gehört zu einem Angebot, das Sie noch nicht haben.',
    'ERROR.ADDRESS_EXPIRED': 'Diese Adresse ist abgelaufen. Bitte laden Sie die Seite neu.',
    'ERROR.ERROR403':
      'Die Verbindung wurde abgelehnt. Wenn Sie ein VPN verwenden, schalten Sie es bitte aus und versuchen Sie es noch einmal.',
    'ERROR.COOKIE.MISSING_SOCIAL_CONSENT':
      'Dafür brauchen wir Ihre Zustimmung zu sozialen Medien. Mehr dazu steht im Datenschutz-Center.',
    'ERROR.REGION_UNAVAILABLE': 'In Ihrem Land ist dieses Angebot leider nicht verfügbar.',
    'ERROR.UNKNOWN': 'Ein unbekannter Fehler ist aufgetreten',
  },
  en: {
    'ERROR.OCCURRED': 'Something went wrong',
    'ERROR.WRONG_INPUT': 'Something you entered is not right. Please check it.',
    'ERROR.FORBIDDEN': 'This is not allowed here.',
    'ERROR.RESOURCE_UNAVAILABLE': 'What you are looking for is not available (any more).',
    'ERROR.SERVICE_UNAVAILABLE': 'The service cannot be reached right now. Please try again in a few minutes.',
    'ERROR.TOO_MANY_REQUESTS': 'That was a lot of requests at once. Please wait a moment.',
    'ERROR.NOT_SIGNED_IN': 'Please log in.',
    'ERROR.NOT_ENTITLED': 'This page belongs to an offer that you do not have yet.',
    'ERROR.ADDRESS_EXPIRED': 'This address has expired. Please reload the page.',
    'ERROR.ERROR403': 'The connection was refused. If you use a VPN, please turn it off and try again.',
    'ERROR.COOKIE.MISSING_SOCIAL_CONSENT': 'This needs your consent to social media. The privacy centre tells you more.',
    'ERROR.REGION_UNAVAILABLE': 'Sadly, this offer is not available in your country.',
    'ERROR.UNKNOWN': 'An unknown error has occurred',
  },
  fr: {
    'ERROR.OCCURRED': 'Une erreur est survenue',
    'ERROR.WRONG_INPUT': 'Une donnée est incorrecte. Veuillez vérifier votre saisie.',
    'ERROR.FORBIDDEN': 'Cela n’est pas autorisé ici.',
    'ERROR.RESOURCE_UNAVAILABLE': 'Ce que vous cherchez n’est pas (ou plus) disponible.',
    'ERROR.SERVICE_UNAVAILABLE': 'Le service est momentanément injoignable. Veuillez réessayer dans quelques minutes.',
    'ERROR.TOO_MANY_REQUESTS': 'Cela fait beaucoup de demandes à la fois. Veuillez patienter un instant.',
    'ERROR.NOT_SIGNED_IN': 'Veuillez vous connecter.',
    'ERROR.NOT_ENTITLED': 'Cette page fait partie d’une offre que vous n’avez pas encore.',
    'ERROR.ADDRESS_EXPIRED': 'Cette adresse a expiré. Veuillez recharger la page.',
    'ERROR.ERROR403': 'La connexion a été refusée. Si vous utilisez un VPN, désactivez-le et réessayez.',
    'ERROR.COOKIE.MISSING_SOCIAL_CONSENT':
      'Il nous faut votre accord pour les réseaux sociaux. Le centre de confidentialité vous en dit plus.',
    'ERROR.REGION_UNAVAILABLE': 'Cette offre n’est malheureusement pas disponible dans votre pays.',
    'ERROR.UNKNOWN': 'Une erreur inconnue est survenue',
  },
})
