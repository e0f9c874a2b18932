import { bundle } from './words.ts'

/** Being told of new issues by the browser. */
export const pushWords = bundle({
  de: {
    'PUSH.OFFER': 'Soll sich dieser Browser melden, wenn von Ihren Magazinen eine neue Ausgabe da ist?',
    'PUSH.SWITCH_ON': 'Bei neuen Ausgaben melden',
    'PUSH.ON': 'Dieser Browser meldet sich, sobald von Ihren Magazinen eine neue Ausgabe da ist.',
    'PUSH.SWITCH_OFF': 'Nicht mehr melden',
    'PUSH.DENIED':
      'Ihr Browser lässt Hinweise von hier nicht zu, und das ist in Ordnung: Neue Ausgaben stehen in jedem Fall in Ihrem Regal. Möchten Sie doch Hinweise, erlauben Sie in den Einstellungen des Browsers „Benachrichtigungen“ für diese Seite und laden Sie sie neu.',
    'PUSH.FAILED': 'Das hat nicht geklappt, geändert ist nichts. Bitte versuchen Sie es später noch einmal.',
  },
  en: {
    'PUSH.OFFER': 'Shall this browser let you know when a new issue of your magazines is here?',
    'PUSH.SWITCH_ON': 'Tell me about new issues',
    'PUSH.ON': 'This browser lets you know as soon as a new issue of your magazines is here.',
    'PUSH.SWITCH_OFF': 'Stop telling me',
    'PUSH.DENIED':
      'Your browser does not allow notifications from here, and that is fine: new issues stand on your shelf in any case. Should you want them after all, allow “notifications” for this site in the settings of your browser and reload the page.',
    'PUSH.FAILED': 'That did not work, and nothing has changed. Please try again later.',
  },
  fr: {
    'PUSH.OFFER': 'Voulez-vous que ce navigateur vous signale les nouveaux numéros de vos magazines ?',
    'PUSH.SWITCH_ON': 'Me signaler les nouveaux numéros',
    'PUSH.ON': 'Ce navigateur vous prévient dès qu’un nouveau numéro de vos magazines est arrivé.',
    'PUSH.SWITCH_OFF': 'Ne plus me prévenir',
    'PUSH.DENIED':
      'Votre navigateur n’autorise pas les notifications d’ici, et ce n’est pas grave : les nouveaux numéros vous attendent de toute façon sur votre étagère. Si vous changez d’avis, autorisez les « notifications » de ce site dans les réglages du navigateur, puis rechargez la page.',
    'PUSH.FAILED': 'Cela n’a pas fonctionné, rien n’a changé. Veuillez réessayer plus tard.',
  },
})
