/** Advertisements of invented brands, by language. */
export const advertisements = {
  de: [
    {
      brand: 'Morgentau',
      claim: 'Der Kaffee, der wartet, bis Sie wach sind.',
      text: 'Langsam geröstet, in kleinen Mengen, von Menschen, die selbst erst um neun anfangen.',
    },
    {
      brand: 'Lindwurm Räder',
      claim: 'Zwei Räder. Kein Grund zur Eile.',
      text: 'Stadträder mit lebenslangem Rahmen und einer Klingel, die man hört.',
    },
    {
      brand: 'Kachelwarm',
      claim: 'Ein Ofen, der mit Ihnen alt wird.',
      text: 'Gesetzt von Hand, Kachel für Kachel. Termine ab März.',
    },
    {
      brand: 'Federleicht',
      claim: 'Schlafen Sie darüber.',
      text: 'Decken und Polster aus Schafwolle, gewaschen mit Quellwasser.',
    },
    {
      brand: 'Seewind',
      claim: 'Fähren, die pünktlich zu spät kommen.',
      text: 'Ab Mai wieder täglich zu den Inseln, an denen die Zeit ohnehin anders geht.',
    },
    {
      brand: 'Tintenfass',
      claim: 'Schreiben Sie wieder einmal.',
      text: 'Papier, Feder, Umschlag: alles für einen Brief, den man aufhebt.',
    },
  ],
  en: [
    {
      brand: 'Slow Kettle',
      claim: 'Tea that waits for you.',
      text: 'Whole leaves, blended in small batches by people who never hurry a pot.',
    },
    {
      brand: 'Wren & Wheel',
      claim: 'Two wheels and no excuse.',
      text: 'Town bicycles with a frame for life and a bell that means it.',
    },
    { brand: 'Hearthstone', claim: 'A stove to grow old with.', text: 'Set by hand, tile by tile. Appointments from March.' },
    {
      brand: 'Inkwell & Co',
      claim: 'Write to somebody.',
      text: 'Paper, nib and envelope: all you need for a letter worth keeping.',
    },
    {
      brand: 'Island Line',
      claim: 'Ferries that are late on time.',
      text: 'From May, daily to the islands, where nobody is counting anyway.',
    },
  ],
  fr: [
    {
      brand: 'Matin Calme',
      claim: 'Le café qui attend votre réveil.',
      text: 'Torréfié lentement, en petites quantités, par des gens qui commencent à neuf heures.',
    },
    {
      brand: 'Cycles Mésange',
      claim: 'Deux roues, aucune excuse.',
      text: 'Des vélos de ville au cadre garanti à vie, avec une sonnette qui s’entend.',
    },
    { brand: 'Plumetis', claim: 'La nuit porte conseil.', text: 'Couettes et oreillers de laine, lavés à l’eau de source.' },
    {
      brand: 'Encre & Cie',
      claim: 'Écrivez à quelqu’un.',
      text: 'Papier, plume, enveloppe : de quoi faire une lettre que l’on garde.',
    },
    {
      brand: 'Ligne des Îles',
      claim: 'Des bateaux en retard à l’heure.',
      text: 'Dès le mois de mai, chaque jour vers les îles où personne ne compte.',
    },
  ],
} as const
