import { bundle } from './words.ts'

/** Whether a login at a provider that began in this browser belongs to the account. */
export const linkIdentityWords = bundle({
  de: {
    'LINK_IDENTITY.facebook': 'Facebook',
    'LINK_IDENTITY.apple': 'Apple',
    'LINK_IDENTITY.TITLE': '{provider} mit Ihrem Konto verbinden?',
    'LINK_IDENTITY.LEAD':
      'In diesem Browser wurde eine Anmeldung über {provider} mit der Adresse {email} begonnen. War das Ihre, können Sie sich künftig auch so anmelden.',
    'LINK_IDENTITY.LEAD_NAMED':
      'In diesem Browser wurde eine Anmeldung über {provider} mit der Adresse {email} begonnen, unter dem Namen „{name}“. War das Ihre, können Sie sich künftig auch so anmelden.',
    'LINK_IDENTITY.NOT_YOU':
      'Haben Sie sich nicht selbst gerade über {provider} angemeldet, wählen Sie „Nicht verbinden“: Sonst könnte jemand anderer Ihr Konto öffnen.',
    'LINK_IDENTITY.YES': 'Mit {provider} verbinden',
    'LINK_IDENTITY.NO': 'Nicht verbinden',
    'LINK_IDENTITY.CHECKBOX': 'Künftig auch über {provider} anmelden',
    'LINK_IDENTITY.CHECKBOX_NAMED': 'Künftig auch über {provider} anmelden, als „{name}“',
    'LINK_IDENTITY.CHECKBOX_HINT':
      'Nur ankreuzen, wenn Sie selbst die Anmeldung über {provider} in diesem Browser begonnen haben. Sonst wählen Sie gleich ein Passwort.',
  },
  en: {
    'LINK_IDENTITY.facebook': 'Facebook',
    'LINK_IDENTITY.apple': 'Apple',
    'LINK_IDENTITY.TITLE': 'Link {provider} with your account?',
    'LINK_IDENTITY.LEAD':
      'A login through {provider} with the address {email} was begun in this browser. If it was yours, you can log in that way from now on, too.',
    'LINK_IDENTITY.LEAD_NAMED':
      'A login through {provider} with the address {email} was begun in this browser, under the name “{name}”. If it was yours, you can log in that way from now on, too.',
    'LINK_IDENTITY.NOT_YOU':
      'If you did not just log in through {provider} yourself, choose “Do not link”: otherwise somebody else could open your account.',
    'LINK_IDENTITY.YES': 'Link with {provider}',
    'LINK_IDENTITY.NO': 'Do not link',
    'LINK_IDENTITY.CHECKBOX': 'Log in through {provider} from now on, too',
    'LINK_IDENTITY.CHECKBOX_NAMED': 'Log in through {provider} from now on, too, as “{name}”',
    'LINK_IDENTITY.CHECKBOX_HINT':
      'Tick this only if you began the login through {provider} in this browser yourself. Otherwise you choose a password next.',
  },
  fr: {
    'LINK_IDENTITY.facebook': 'Facebook',
    'LINK_IDENTITY.apple': 'Apple',
    'LINK_IDENTITY.TITLE': 'Associer {provider} à votre compte ?',
    'LINK_IDENTITY.LEAD':
      'Une connexion par {provider} avec l’adresse {email} a été commencée dans ce navigateur. Si c’était la vôtre, vous pourrez désormais aussi vous connecter ainsi.',
    'LINK_IDENTITY.LEAD_NAMED':
      'Une connexion par {provider} avec l’adresse {email} a été commencée dans ce navigateur, au nom de « {name} ». Si c’était la vôtre, vous pourrez désormais aussi vous connecter ainsi.',
    'LINK_IDENTITY.NOT_YOU':
      'Si vous ne venez pas de vous connecter vous-même par {provider}, choisissez « Ne pas associer » : sinon, quelqu’un d’autre pourrait ouvrir votre compte.',
    'LINK_IDENTITY.YES': 'Associer {provider}',
    'LINK_IDENTITY.NO': 'Ne pas associer',
    'LINK_IDENTITY.CHECKBOX': 'Me connecter désormais aussi par {provider}',
    'LINK_IDENTITY.CHECKBOX_NAMED': 'Me connecter désormais aussi par {provider}, au nom de « {name} »',
    'LINK_IDENTITY.CHECKBOX_HINT':
      'Ne cochez que si vous avez vous-même commencé la connexion par {provider} dans ce navigateur. Sinon, vous choisirez un mot de passe juste après.',
  },
})
