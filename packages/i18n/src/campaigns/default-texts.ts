import type { CampaignWords, PromoFact } from '@kiosk/domain/campaigns/campaign'
import type { Language } from '@kiosk/domain/locale'
import type { Plan } from '@kiosk/domain/subscriptions/plans'

type Lists = Required<Pick<CampaignWords, 'steps' | 'facts' | 'ratings' | 'quotes' | 'smallPrint'>>
type Texts = { [Key in keyof Lists]: NonNullable<Lists[Key]> }

/** Texts of a campaign that does not replace them, for an offer of this tier. */
export function defaultCampaignTexts(language: Language, tier: Plan['tier']): Texts {
  const { steps, facts, smallPrint, ...others } = texts[language]
  return {
    ...others,
    steps: steps.map(({ textOfMagz, ...step }) => (tier === 'MAGZ' && textOfMagz ? { ...step, text: textOfMagz } : step)),
    facts: facts.flatMap(({ ofMagz, ...fact }) => {
      if (tier === 'PREMIUM' || ofMagz === undefined) return [fact]
      return ofMagz ?? []
    }),
    smallPrint: smallPrint.replace('{tier}', tier),
  }
}

/** `ofMagz` is what MAGZ includes instead; null = MAGZ does not include it. */
type Fact = PromoFact & { ofMagz?: PromoFact | null }
type Step = Texts['steps'][number] & { textOfMagz?: string }
const texts: Record<Language, Omit<Texts, 'steps' | 'facts'> & { steps: Step[]; facts: Fact[] }> = {
  de: {
    steps: [
      { title: 'Konto', text: 'Anlegen oder anmelden. Eine E-Mail-Adresse und ein Passwort genügen.' },
      { title: 'Kasse', text: 'Der Rabatt ist schon abgezogen. Sie sehen, was heute und was danach zu zahlen ist.' },
      {
        title: 'Lesen',
        text: 'Auf Handy, Tablet oder Computer. Auch ohne Netz.',
        textOfMagz: 'Auf Handy, Tablet oder Computer.',
      },
    ],
    facts: [
      {
        title: 'Alles dabei',
        contentHTML: '<p>Zeitungen <strong>und</strong> Magazine, auch ältere Ausgaben.</p>',
      },
      {
        title: 'Keine Werbung',
        contentHTML: '<p>Zwischen den Seiten steht keine Anzeige von uns.</p>',
      },
      {
        title: 'Auch offline',
        contentHTML: '<p>Laden Sie Ausgaben herunter und lesen Sie sie im Zug, im Flugzeug oder am See.</p>',
        ofMagz: {
          title: 'Magazine auch offline',
          contentHTML: '<p>Laden Sie Magazine herunter und lesen Sie sie im Zug, im Flugzeug oder am See.</p>',
        },
      },
      {
        title: 'Fünf Geräte',
        contentHTML: '<p>Ihr Abo gilt auf fünf Geräten. Sie lesen überall dort weiter, wo Sie aufgehört haben.</p>',
        ofMagz: {
          title: 'Drei Geräte',
          contentHTML: '<p>Ihr Abo gilt auf drei Geräten. Sie lesen überall dort weiter, wo Sie aufgehört haben.</p>',
        },
      },
      {
        title: 'Zum Hören',
        contentHTML: '<p>Lassen Sie sich Artikel vorlesen, zum Beispiel beim Kochen oder beim Gehen.</p>',
        ofMagz: null,
      },
      {
        title: 'Jederzeit kündbar',
        contentHTML: '<p>Online in Ihrem Konto, spätestens sieben Tage vor dem Ende der 30 Tage.</p>',
      },
    ],
    ratings: [
      { name: 'Hanna W., Graz (Beispiel)', stars: 5, content: 'Drei Zeitungen zum Frühstück und kein Altpapier mehr im Flur.' },
      {
        name: 'Jonas K., Leipzig (Beispiel)',
        stars: 5,
        content: 'Die Suche findet den Artikel, an den ich mich nur halb erinnere.',
      },
      {
        name: 'Maria S., Chur (Beispiel)',
        stars: 4,
        content: 'Ich lade am Abend im WLAN und lese im Postauto. Das klappt tadellos.',
      },
      {
        name: 'Erwin P., Linz (Beispiel)',
        stars: 5,
        content: 'Große Schrift, klare Seiten. Mit 78 habe ich mich sofort zurechtgefunden.',
      },
      {
        name: 'Claire M., Luxemburg (Beispiel)',
        stars: 4,
        content: 'Deutsche und französische Titel nebeneinander, genau so lese ich.',
      },
      { name: 'Tarek B., Wien (Beispiel)', stars: 5, content: 'Gekündigt, zurückgekommen, alles noch da. Fair.' },
    ],
    quotes: [
      {
        id: 1,
        testmonial: 'Ein Kiosk, der nie schließt und trotzdem aufgeräumt ist.',
        reference: 'Der Leselotse, Heft 4 (Beispiel)',
      },
      { id: 2, testmonial: 'Endlich sieht man vorher, was es nachher kostet.', reference: 'Testblatt für Abos (Beispiel)' },
    ],
    smallPrint:
      'Das Angebot gilt einmal je Konto für ein neues {tier}-Abo. Der ermäßigte Preis gilt für die genannte Zahl von je 30 Tagen, danach der reguläre Preis. Das Abo verlängert sich um je 30 Tage, bis Sie kündigen: spätestens sieben Tage vor dem Ende. Preise einschließlich Steuern. Nicht mit anderen Gutscheinen kombinierbar.',
  },
  en: {
    steps: [
      { title: 'Account', text: 'Create one or log in. An email address and a password are enough.' },
      { title: 'Checkout', text: 'Your discount is already applied. You see what is due today and what comes after.' },
      {
        title: 'Read',
        text: 'On your phone, tablet or computer. Offline, too.',
        textOfMagz: 'On your phone, tablet or computer.',
      },
    ],
    facts: [
      {
        title: 'Everything',
        contentHTML: '<p>Newspapers <strong>and</strong> magazines, with earlier issues, too.</p>',
      },
      { title: 'No ads', contentHTML: '<p>There are no ads of ours between the pages.</p>' },
      {
        title: 'Offline too',
        contentHTML: '<p>Download issues and read them on the train, on the plane or by the lake.</p>',
        ofMagz: {
          title: 'Magazines offline',
          contentHTML: '<p>Download magazines and read them on the train, on the plane or by the lake.</p>',
        },
      },
      {
        title: 'Five devices',
        contentHTML: '<p>One subscription, five devices. Carry on where you left off.</p>',
        ofMagz: {
          title: 'Three devices',
          contentHTML: '<p>One subscription, three devices. Carry on where you left off.</p>',
        },
      },
      {
        title: 'Listen',
        contentHTML: '<p>Have articles read to you, while cooking or walking, for example.</p>',
        ofMagz: null,
      },
      {
        title: 'Cancel anytime',
        contentHTML: '<p>Online in your account, at the latest seven days before the 30 days end.</p>',
      },
    ],
    ratings: [
      { name: 'Hanna W., Graz (example)', stars: 5, content: 'Three papers at breakfast and no more stacks in the hallway.' },
      { name: 'Jonas K., Leipzig (example)', stars: 5, content: 'Search finds the article I only half remember.' },
      { name: 'Maria S., Chur (example)', stars: 4, content: 'I download at night and read on the bus. It just works.' },
      { name: 'Erwin P., Linz (example)', stars: 5, content: 'Large type, clear pages. At 78 I found my way at once.' },
      {
        name: 'Claire M., Luxembourg (example)',
        stars: 4,
        content: 'German and French titles side by side, which is how I read.',
      },
      { name: 'Tarek B., Vienna (example)', stars: 5, content: 'Left, came back, everything was still there. Fair.' },
    ],
    quotes: [
      { id: 1, testmonial: 'A newsstand that never closes and still keeps tidy.', reference: 'Der Leselotse, issue 4 (example)' },
      { id: 2, testmonial: 'At last you see beforehand what it costs afterwards.', reference: 'Testblatt für Abos (example)' },
    ],
    smallPrint:
      'One per account, for a new {tier} subscription. The reduced price holds for the stated number of 30-day periods, then the regular price applies. The subscription renews every 30 days until you cancel, at the latest seven days before the end. Prices include tax. Not to be combined with other vouchers.',
  },
  fr: {
    steps: [
      { title: 'Compte', text: 'Créez-le ou connectez-vous. Une adresse e-mail et un mot de passe suffisent.' },
      { title: 'Commande', text: 'La réduction est déjà déduite. Vous voyez ce qui est dû aujourd’hui et ensuite.' },
      {
        title: 'Lecture',
        text: 'Sur le téléphone, la tablette ou l’ordinateur. Même hors ligne.',
        textOfMagz: 'Sur le téléphone, la tablette ou l’ordinateur.',
      },
    ],
    facts: [
      {
        title: 'Tout y est',
        contentHTML: '<p>Journaux <strong>et</strong> magazines, y compris les anciens numéros.</p>',
      },
      {
        title: 'Sans publicité',
        contentHTML: '<p>Aucune annonce de notre part entre les pages.</p>',
      },
      {
        title: 'Hors ligne aussi',
        contentHTML: '<p>Téléchargez vos numéros pour le train, l’avion ou le bord du lac.</p>',
        ofMagz: {
          title: 'Magazines hors ligne',
          contentHTML: '<p>Téléchargez vos magazines pour le train, l’avion ou le bord du lac.</p>',
        },
      },
      {
        title: 'Cinq appareils',
        contentHTML: '<p>Un abonnement, cinq appareils. Reprenez là où vous en étiez.</p>',
        ofMagz: {
          title: 'Trois appareils',
          contentHTML: '<p>Un abonnement, trois appareils. Reprenez là où vous en étiez.</p>',
        },
      },
      {
        title: 'À écouter',
        contentHTML: '<p>Faites-vous lire les articles, par exemple en cuisinant ou en marchant.</p>',
        ofMagz: null,
      },
      {
        title: 'Résiliable',
        contentHTML: '<p>En ligne dans votre compte, au plus tard sept jours avant la fin des 30 jours.</p>',
      },
    ],
    ratings: [
      { name: 'Hanna W., Graz (exemple)', stars: 5, content: 'Trois journaux au petit-déjeuner et plus de piles dans l’entrée.' },
      { name: 'Jonas K., Leipzig (exemple)', stars: 5, content: 'La recherche retrouve l’article dont je me souviens à moitié.' },
      { name: 'Maria S., Coire (exemple)', stars: 4, content: 'Je télécharge le soir et je lis dans le car. Impeccable.' },
      {
        name: 'Erwin P., Linz (exemple)',
        stars: 5,
        content: 'Grands caractères, pages claires. À 78 ans, je m’y suis retrouvé tout de suite.',
      },
      {
        name: 'Claire M., Luxembourg (exemple)',
        stars: 4,
        content: 'Des titres allemands et français côte à côte : c’est ainsi que je lis.',
      },
      { name: 'Tarek B., Vienne (exemple)', stars: 5, content: 'Parti, revenu, tout était encore là. Honnête.' },
    ],
    quotes: [
      { id: 1, testmonial: 'Un kiosque qui ne ferme jamais et reste bien rangé.', reference: 'Der Leselotse, n° 4 (exemple)' },
      { id: 2, testmonial: 'On voit enfin avant ce que cela coûtera après.', reference: 'Testblatt für Abos (exemple)' },
    ],
    smallPrint:
      'Une fois par compte, pour un nouvel abonnement {tier}. Le prix réduit vaut pour le nombre indiqué de périodes de 30 jours, puis le prix normal s’applique. L’abonnement se renouvelle tous les 30 jours jusqu’à résiliation, au plus tard sept jours avant la fin. Prix taxes comprises. Non cumulable avec d’autres bons.',
  },
}
