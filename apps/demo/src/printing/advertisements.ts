import type { SceneName } from '../pictures/render.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { Subject } from '../titles/title.ts'

export type Advertisement = {
  brand: string
  claim: string
  text: string
  /** What it sells. */
  motif: SceneName
}

type Goods = {
  motif: SceneName
  /** Titles it suits. */
  subjects: readonly Subject[]
  de: readonly [brand: string, claim: string, text: string]
  en: readonly [brand: string, claim: string, text: string]
  fr: readonly [brand: string, claim: string, text: string]
}

/** Advertisements of invented brands. */
const goods: readonly Goods[] = [
  {
    motif: 'coffee',
    subjects: [
      'news',
      'regional',
      'women',
      'men',
      'cooking',
      'science',
      'cars',
      'business',
      'sport',
      'travel',
      'culture',
      'home',
      'technology',
    ],
    de: [
      'Morgentau',
      'Der Kaffee, der wartet, bis Sie wach sind.',
      'Langsam geröstet, in kleinen Mengen, von Menschen, die selbst erst um neun anfangen.',
    ],
    en: [
      'Slow Cup',
      'Coffee that waits until you are awake.',
      'Roasted slowly, in small batches, by people who start at nine themselves.',
    ],
    fr: [
      'Matin Calme',
      'Le café qui attend votre réveil.',
      'Torréfié lentement, en petites quantités, par des gens qui commencent à neuf heures.',
    ],
  },
  {
    motif: 'bicycle',
    subjects: ['news', 'regional', 'sport', 'travel', 'women', 'men', 'home', 'technology', 'cars'],
    de: [
      'Lindwurm Räder',
      'Zwei Räder. Kein Grund zur Eile.',
      'Stadträder mit lebenslangem Rahmen und einer Klingel, die man hört.',
    ],
    en: ['Wren & Wheel', 'Two wheels and no excuse.', 'Town bicycles with a frame for life and a bell that means it.'],
    fr: [
      'Cycles Mésange',
      'Deux roues, aucune excuse.',
      'Des vélos de ville au cadre garanti à vie, avec une sonnette qui s’entend.',
    ],
  },
  {
    motif: 'stove',
    subjects: ['home', 'news', 'regional', 'cooking', 'men', 'business', 'women'],
    de: ['Kachelwarm', 'Ein Ofen, der mit Ihnen alt wird.', 'Gesetzt von Hand, Kachel für Kachel. Termine ab März.'],
    en: ['Hearthstone', 'A stove to grow old with.', 'Set by hand, tile by tile. Appointments from March.'],
    fr: ['Faïence & Feu', 'Un poêle qui vieillit avec vous.', 'Monté à la main, carreau par carreau. Rendez-vous dès mars.'],
  },
  {
    motif: 'bed',
    subjects: ['home', 'women', 'news', 'culture', 'science', 'business', 'regional', 'travel'],
    de: ['Federleicht', 'Schlafen Sie darüber.', 'Decken und Polster aus Schafwolle, gewaschen mit Quellwasser.'],
    en: ['Fleece & Down', 'Sleep on it.', 'Blankets and pillows of sheep’s wool, washed in spring water.'],
    fr: ['Plumetis', 'La nuit porte conseil.', 'Couettes et oreillers de laine, lavés à l’eau de source.'],
  },
  {
    motif: 'ferry',
    subjects: ['travel', 'news', 'regional', 'women', 'men', 'cars', 'culture', 'cooking', 'sport'],
    de: [
      'Seewind',
      'Fähren, die pünktlich zu spät kommen.',
      'Ab Mai wieder täglich zu den Inseln, an denen die Zeit ohnehin anders geht.',
    ],
    en: ['Island Line', 'Ferries that are late on time.', 'From May, daily to the islands, where nobody is counting anyway.'],
    fr: [
      'Ligne des Îles',
      'Des bateaux en retard à l’heure.',
      'Dès le mois de mai, chaque jour vers les îles où personne ne compte.',
    ],
  },
  {
    motif: 'letter',
    subjects: ['culture', 'news', 'business', 'women', 'home', 'science', 'technology'],
    de: ['Tintenfass', 'Schreiben Sie wieder einmal.', 'Papier, Feder, Umschlag: alles für einen Brief, den man aufhebt.'],
    en: ['Inkwell & Co', 'Write to somebody.', 'Paper, nib and envelope: all you need for a letter worth keeping.'],
    fr: ['Encre & Cie', 'Écrivez à quelqu’un.', 'Papier, plume, enveloppe : de quoi faire une lettre que l’on garde.'],
  },
  {
    motif: 'headphones',
    subjects: ['technology', 'culture', 'science', 'men', 'business', 'cars', 'sport', 'travel'],
    de: ['Leiselaut', 'Hören, was die anderen meinen.', 'Kopfhörer, die Lärm draußen lassen und Geigen herein.'],
    en: ['Hush & Hum', 'Hear what they meant.', 'Headphones that keep the noise out and let the fiddles in.'],
    fr: ['Murmure', 'Entendre ce qui se joue.', 'Un casque qui laisse le bruit dehors et les violons dedans.'],
  },
  {
    motif: 'tent',
    subjects: ['travel', 'sport', 'men', 'children', 'science', 'cars'],
    de: ['Sternenrast', 'Fünf Sterne? Alle.', 'Zelte für zwei, aufgebaut in vier Minuten, auch im Regen.'],
    en: ['Lee & Lantern', 'Five stars? All of them.', 'Tents for two, up in four minutes, even in the rain.'],
    fr: ['Belle Étoile', 'Cinq étoiles ? Toutes.', 'Des tentes pour deux, montées en quatre minutes, même sous la pluie.'],
  },
  {
    motif: 'teapot',
    subjects: ['cooking', 'women', 'culture', 'home', 'travel', 'news'],
    de: [
      'Blatt & Kanne',
      'Tee, der sich Zeit lässt.',
      'Ganze Blätter, in kleinen Mengen gemischt, von Leuten, die keine Kanne hetzen.',
    ],
    en: ['Slow Kettle', 'Tea that waits for you.', 'Whole leaves, blended in small batches by people who never hurry a pot.'],
    fr: [
      'Feuille à Feuille',
      'Un thé qui prend son temps.',
      'Des feuilles entières, mélangées par des gens qui ne brusquent jamais une théière.',
    ],
  },
  {
    motif: 'watch',
    subjects: ['men', 'business', 'cars', 'technology', 'science', 'sport', 'news'],
    de: ['Gangreserve', 'Geht. Seit Ihrem Großvater.', 'Mechanische Uhren, die man aufzieht und weitergibt.'],
    en: ['Fathom & Tick', 'Running since your grandfather.', 'Mechanical watches, to be wound and handed on.'],
    fr: [
      'Réserve de Marche',
      'Elle marche. Depuis votre grand-père.',
      'Des montres mécaniques que l’on remonte et que l’on transmet.',
    ],
  },
  {
    motif: 'pot',
    subjects: ['cooking', 'home', 'women', 'regional', 'news'],
    de: ['Eisenhut', 'Der Topf, der nichts vergisst.', 'Gusseisen, emailliert. Für Suppen, Enkel und Umzüge.'],
    en: ['Ironwood', 'The pot that forgets nothing.', 'Enamelled cast iron, for soups, grandchildren and house moves.'],
    fr: ['Fonte & Fils', 'La cocotte qui n’oublie rien.', 'Fonte émaillée, pour les soupes, les enfants et les déménagements.'],
  },
  {
    motif: 'rocket',
    subjects: ['children'],
    de: ['Klötzchenkosmos', 'Drei, zwei, eins, selbst gebaut!', 'Raketen aus Holz zum Stecken, Anmalen und Abheben.'],
    en: ['Blocks & Boosters', 'Three, two, one, built it!', 'Wooden rockets to plug together, paint and launch.'],
    fr: ['Cubes & Comètes', 'Trois, deux, un, construit !', 'Des fusées en bois à assembler, à peindre et à faire décoller.'],
  },
  {
    motif: 'books',
    subjects: ['children', 'culture', 'science', 'news', 'women', 'travel'],
    de: ['Eselsohr', 'Bücher, die man zweimal liest.', 'Unsere Buchhandlung schickt, was zu Ihnen passt. Mit Lesezeichen.'],
    en: ['Dog-Ear Books', 'Books you read twice.', 'Our shop sends what suits you, with a bookmark.'],
    fr: ['Page Cornée', 'Des livres qu’on lit deux fois.', 'Notre librairie envoie ce qui vous ressemble, avec un signet.'],
  },
  {
    motif: 'robot',
    subjects: ['children', 'technology', 'science'],
    de: ['Schraubinchen', 'Der Roboter, der Fragen stellt.', 'Zum Bauen, Verstehen und wieder Auseinandernehmen.'],
    en: ['Bolt & Beep', 'The robot that asks questions.', 'To build, to understand and to take apart again.'],
    fr: ['Boulon', 'Le robot qui pose des questions.', 'À construire, à comprendre et à démonter.'],
  },
  {
    motif: 'tyre',
    subjects: ['cars', 'business', 'technology'],
    de: ['Haftgrund', 'Vier Handflächen Vertrauen.', 'Winterreifen für Straßen, die noch niemand geräumt hat.'],
    en: ['Holdfast', 'Four palms of trust.', 'Winter tyres for roads nobody has cleared yet.'],
    fr: ['Bonne Prise', 'Quatre paumes de confiance.', 'Des pneus d’hiver pour les routes que personne n’a déneigées.'],
  },
  {
    motif: 'solar',
    subjects: ['cars', 'home', 'business', 'technology', 'science', 'news', 'regional'],
    de: ['Dachgold', 'Ihr Dach arbeitet ab jetzt mit.', 'Sonnenstrom, geplant in einer Woche, montiert an zwei Tagen.'],
    en: ['Roofwise', 'Put your roof to work.', 'Solar power, planned in a week, fitted in two days.'],
    fr: ['Toit Clair', 'Votre toit se met au travail.', 'Du courant solaire, étudié en une semaine, posé en deux jours.'],
  },
  {
    motif: 'glass',
    subjects: ['men', 'cooking', 'culture', 'travel'],
    de: ['Hangwärts', 'Wein von Hängen, die niemand mähen will.', 'Sechs Flaschen, sechs Winzerinnen, ein Karton.'],
    en: ['Steep Hill', 'Wine from slopes nobody wants to mow.', 'Six bottles, six growers, one box.'],
    fr: ['Coteau Raide', 'Le vin des pentes que nul ne veut faucher.', 'Six bouteilles, six vigneronnes, un carton.'],
  },
  {
    motif: 'pots',
    subjects: ['home', 'women', 'regional', 'cooking', 'children'],
    de: ['Wurzelwerk', 'Wächst. Versprochen.', 'Zimmerpflanzen mit Anleitung und einer Nummer, unter der man anrufen darf.'],
    en: ['Root & Branch', 'It grows. We promise.', 'House plants with instructions and a number to call.'],
    fr: ['Racine Carrée', 'Ça pousse. Promis.', 'Des plantes d’intérieur avec mode d’emploi et un numéro où appeler.'],
  },
  {
    motif: 'coat',
    subjects: ['women', 'men', 'culture', 'business'],
    de: ['Lodenhain', 'Ein Mantel für alle Winter.', 'Genäht nach Maß, geflickt auf Lebenszeit.'],
    en: ['Thornfield', 'One coat for every winter.', 'Made to measure, mended for life.'],
    fr: ['Drap Fin', 'Un manteau pour tous les hivers.', 'Cousu sur mesure, réparé à vie.'],
  },
  {
    motif: 'skate',
    subjects: ['sport', 'children', 'regional'],
    de: [
      'Kufenschliff',
      'Gleiten Sie in den Winter.',
      'Schlittschuhe, angepasst in einer Stunde, geschliffen, während Sie warten.',
    ],
    en: ['Edge & Ice', 'Glide into winter.', 'Skates fitted in an hour and sharpened while you wait.'],
    fr: ['Bon Tranchant', 'Glissez dans l’hiver.', 'Des patins ajustés en une heure, affûtés pendant que vous attendez.'],
  },
  {
    motif: 'doctorsBag',
    subjects: ['women', 'news', 'science', 'regional', 'home'],
    de: [
      'Hausapotheke Linde',
      'Wir fragen zuerst, wie es Ihnen geht.',
      'Beratung am Abend, Botendienst am Rad, Salbe nach altem Rezept.',
    ],
    en: [
      'Linden Pharmacy',
      'First we ask how you are.',
      'Advice in the evening, delivery by bicycle, ointment by an old recipe.',
    ],
    fr: [
      'Pharmacie du Tilleul',
      'D’abord, comment allez-vous ?',
      'Conseil le soir, livraison à vélo, baume selon une vieille recette.',
    ],
  },
]

/** A product for at most this many subjects is special to them. */
const FEW = 5

/**
 * Returns up to `count` advertisements that suit a title, none twice: first those whose motif the issue does not show anyway,
 * then those made for few subjects.
 */
export function advertisementsFor(
  chance: SeededRandom,
  language: 'de' | 'en' | 'fr',
  subjects: readonly Subject[],
  count: number,
  shown: ReadonlySet<SceneName> = new Set(),
): Advertisement[] {
  const rank = ({ motif, subjects: of }: Goods) => Number(shown.has(motif)) * 2 + Number(of.length > FEW)
  return chance
    .shuffled(goods.filter(({ subjects: of }) => subjects.some((subject) => of.includes(subject))))
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, count)
    .map((each) => ({ brand: each[language][0], claim: each[language][1], text: each[language][2], motif: each.motif }))
}
