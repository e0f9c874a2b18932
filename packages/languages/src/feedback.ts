import { bundle } from './words.ts'

/** The form for messages to the house, on its page and on the front page. */
export const feedbackWords = bundle({
  de: {
    'FEEDBACK.NAME': 'Ihr Name',
    'FEEDBACK.EMAIL': 'Ihre E-Mail-Adresse',
    'FEEDBACK.SUBJECT': 'Worum geht es?',
    'FEEDBACK.MESSAGE': 'Ihre Nachricht',
    'FEEDBACK.CONSENT':
      'Ich bin einverstanden, dass meine Angaben gespeichert werden, um meine Nachricht zu beantworten. Mehr dazu im',
    'FEEDBACK.CONSENT_LINK': 'Datenschutz',
    'FEEDBACK.CONSENT_MISSING': 'Ohne Ihr Einverständnis dürfen wir nichts abschicken.',
    'FEEDBACK.SEND': 'Abschicken',
    'FEEDBACK.SENDING': 'Wird geschickt',
    'FEEDBACK.THANKS_TITLE': 'Danke für Ihre Nachricht',
    'FEEDBACK.THANKS': 'Sie ist angekommen. Die Antwort geht an {email}.',
    'FEEDBACK.KEPT': 'Ihr Text steht noch im Formular.',
  },
  en: {
    'FEEDBACK.NAME': 'Your name',
    'FEEDBACK.EMAIL': 'Your email address',
    'FEEDBACK.SUBJECT': 'What is it about?',
    'FEEDBACK.MESSAGE': 'Your message',
    'FEEDBACK.CONSENT': 'I agree that what I write here is stored in order to answer my message. More in the',
    'FEEDBACK.CONSENT_LINK': 'privacy policy',
    'FEEDBACK.CONSENT_MISSING': 'Without your consent we may not send anything.',
    'FEEDBACK.SEND': 'Send',
    'FEEDBACK.SENDING': 'Sending',
    'FEEDBACK.THANKS_TITLE': 'Thank you for your message',
    'FEEDBACK.THANKS': 'It has arrived. The answer goes to {email}.',
    'FEEDBACK.KEPT': 'Your text is still in the form.',
  },
  fr: {
    'FEEDBACK.NAME': 'Votre nom',
    'FEEDBACK.EMAIL': 'Votre adresse e-mail',
    'FEEDBACK.SUBJECT': 'De quoi s’agit-il ?',
    'FEEDBACK.MESSAGE': 'Votre message',
    'FEEDBACK.CONSENT': 'J’accepte que ce que j’écris ici soit enregistré afin de répondre à mon message. Pour en savoir plus :',
    'FEEDBACK.CONSENT_LINK': 'protection des données',
    'FEEDBACK.CONSENT_MISSING': 'Sans votre accord, nous ne pouvons rien envoyer.',
    'FEEDBACK.SEND': 'Envoyer',
    'FEEDBACK.SENDING': 'Envoi en cours',
    'FEEDBACK.THANKS_TITLE': 'Merci pour votre message',
    'FEEDBACK.THANKS': 'Il est bien arrivé. La réponse ira à {email}.',
    'FEEDBACK.KEPT': 'Votre texte est toujours dans le formulaire.',
  },
})
