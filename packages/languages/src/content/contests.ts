import type { InLanguages } from './document.ts'

/** Two contests of the archive (section 5): conditions as they were. */
export const holidayContest: InLanguages = {
  de: {
    title: 'Teilnahmebedingungen: Urlaubsbilder',
    edition: 'Gewinnspiel vom 11. Juli bis 19. August 2018, beendet',
    sections: [
      [
        'Wer teilnehmen konnte',
        'Personen ab 18 Jahren mit festem Wohnsitz in Österreich, Deutschland, Luxemburg oder der Schweiz. Jede Person einmal.',
      ],
      [
        'Ablauf',
        'Eingesendet wurden Urlaubsbilder von 11. Juli bis 19. August 2018. Die Gewinnerin oder der Gewinner wurde am 20. August 2018 bestimmt.',
      ],
      [
        'Verständigung',
        'Wer gewann, gab binnen 5 Tagen eine Adresse bekannt; sonst verfiel der Gewinn. Barablöse und Rechtsweg waren ausgeschlossen.',
      ],
    ],
  },
  en: {
    title: 'Terms of the contest: holiday pictures',
    edition: 'Contest of 11 July to 19 August 2018, closed',
    sections: [
      [
        'Who could take part',
        'Persons aged 18 or over with a fixed residence in Austria, Germany, Luxembourg or Switzerland. Once per person.',
      ],
      ['Course', 'Holiday pictures were sent in from 11 July to 19 August 2018. The winner was chosen on 20 August 2018.'],
      [
        'Notification',
        'The winner gave an address within 5 days; otherwise the prize lapsed. There was no cash alternative and no recourse to the courts.',
      ],
    ],
  },
  fr: {
    title: 'Règlement du concours : photos de vacances',
    edition: 'Concours du 11 juillet au 19 août 2018, terminé',
    sections: [
      [
        'Qui pouvait participer',
        'Toute personne de 18 ans ou plus résidant en Autriche, en Allemagne, au Luxembourg ou en Suisse. Une fois par personne.',
      ],
      [
        'Déroulement',
        'Les photos de vacances étaient envoyées du 11 juillet au 19 août 2018. Le gagnant a été choisi le 20 août 2018.',
      ],
      [
        'Information',
        'Le gagnant indiquait une adresse dans les 5 jours ; sinon, le prix était perdu. Ni versement en espèces ni recours juridique.',
      ],
    ],
  },
}

export const recipeContest: InLanguages = {
  de: {
    title: 'Teilnahmebedingungen: Rezepte',
    edition: 'Gewinnspiel vom 13. Dezember 2018 bis 6. Jänner 2019, beendet',
    sections: [
      [
        'Wer teilnehmen konnte',
        'Personen ab 18 Jahren mit festem Wohnsitz in Österreich, Deutschland, Luxemburg oder der Schweiz. Jede Person einmal.',
      ],
      [
        'Ablauf',
        'Eingesendet wurden Rezepte von 13. Dezember 2018 bis 6. Jänner 2019. Gezogen wurde in der 2. Kalenderwoche 2019.',
      ],
      [
        'Verständigung',
        'Wer gewann, gab binnen 5 Tagen eine Adresse bekannt; sonst verfiel der Gewinn. Barablöse und Rechtsweg waren ausgeschlossen.',
      ],
    ],
  },
  en: {
    title: 'Terms of the contest: recipes',
    edition: 'Contest of 13 December 2018 to 6 January 2019, closed',
    sections: [
      [
        'Who could take part',
        'Persons aged 18 or over with a fixed residence in Austria, Germany, Luxembourg or Switzerland. Once per person.',
      ],
      ['Course', 'Recipes were sent in from 13 December 2018 to 6 January 2019. The draw was in calendar week 2 of 2019.'],
      [
        'Notification',
        'The winner gave an address within 5 days; otherwise the prize lapsed. There was no cash alternative and no recourse to the courts.',
      ],
    ],
  },
  fr: {
    title: 'Règlement du concours : recettes',
    edition: 'Concours du 13 décembre 2018 au 6 janvier 2019, terminé',
    sections: [
      [
        'Qui pouvait participer',
        'Toute personne de 18 ans ou plus résidant en Autriche, en Allemagne, au Luxembourg ou en Suisse. Une fois par personne.',
      ],
      [
        'Déroulement',
        'Les recettes étaient envoyées du 13 décembre 2018 au 6 janvier 2019. Le tirage a eu lieu la semaine 2 de 2019.',
      ],
      [
        'Information',
        'Le gagnant indiquait une adresse dans les 5 jours ; sinon, le prix était perdu. Ni versement en espèces ni recours juridique.',
      ],
    ],
  },
}
