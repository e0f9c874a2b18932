import type { InLanguages } from './document.ts'

/** Who answers for this website: a fact a section, with the operator’s values. */
export const imprint: InLanguages = {
  de: {
    title: 'Impressum',
    edition: '',
    sections: [
      ['Medieninhaber und Herausgeber', '{company}\n{street}\n{postcode} {town}, {country}'],
      ['Geschäftsführung', '{director}'],
      ['Firmenbuch', '{register}'],
      ['UID-Nummer', '{vatId}'],
      ['E-Mail', '[{mail}](mailto:{mail})'],
      ['Telefon', '[{phone}](tel:{phoneNumber})'],
      ['Für Verlage', '[{publishers}]({publishersAddress})'],
      ['Für Werbung', '[{advertisers}]({advertisersAddress})'],
      [
        'Grundlegende Richtung',
        'Verbreitung von Zeitschriften und Zeitungen in digitaler Form. Für die Inhalte der Titel stehen deren Verlage ein.',
      ],
    ],
  },
  en: {
    title: 'Legal notice',
    edition: '',
    sections: [
      ['Owner and publisher', '{company}\n{street}\n{postcode} {town}, {country}'],
      ['Management', '{director}'],
      ['Company register', '{register}'],
      ['VAT number', '{vatId}'],
      ['Email', '[{mail}](mailto:{mail})'],
      ['Phone', '[{phone}](tel:{phoneNumber})'],
      ['For publishers', '[{publishers}]({publishersAddress})'],
      ['For advertisers', '[{advertisers}]({advertisersAddress})'],
      ['Purpose', 'Distribution of magazines and newspapers in digital form. Publishers answer for the content of their titles.'],
    ],
  },
  fr: {
    title: 'Mentions légales',
    edition: '',
    sections: [
      ['Propriétaire et éditeur', '{company}\n{street}\n{postcode} {town}, {country}'],
      ['Direction', '{director}'],
      ['Registre du commerce', '{register}'],
      ['Numéro de TVA', '{vatId}'],
      ['E-mail', '[{mail}](mailto:{mail})'],
      ['Téléphone', '[{phone}](tel:{phoneNumber})'],
      ['Pour les éditeurs', '[{publishers}]({publishersAddress})'],
      ['Pour les annonceurs', '[{advertisers}]({advertisersAddress})'],
      ['Objet', 'Diffusion de magazines et de journaux sous forme numérique. Les éditeurs répondent du contenu de leurs titres.'],
    ],
  },
}
