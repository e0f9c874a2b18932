import type { InLanguages } from './document.ts'
import { browserList, usesList } from './privacy-tables.ts'

/** What is processed and stored in the browser comes from docs/data-register.yaml; what is written here explains it. */
export const privacy: InLanguages = {
  de: {
    title: 'Datenschutz',
    edition: 'Fassung vom 22. November 2026',
    sections: [
      [
        'Das Wichtigste',
        'Wir speichern, was der Kiosk braucht, um zu funktionieren. Wir verkaufen keine Daten. Diese Website lädt nichts von fremden Servern, solange Sie es nicht erlauben. Was zu Ihrem Konto gespeichert ist, laden Sie dort jederzeit als Datei herunter; dort löschen Sie es auch.',
      ],
      [
        'Wer verantwortlich ist',
        '{company}, {street}, {postcode} {town}, {country}. Für Fragen zum Datenschutz genügt eine E-Mail an [{mail}](mailto:{mail}).',
        '{dataProtectionOfficer}',
      ],
      [
        'Welche Daten, wozu und wie lange',
        'Zu jeder Verarbeitung stehen hier Rechtsgrundlage, Dauer und Empfänger. Berechtigte Interessen sind: den Kiosk sicher und störungsfrei zu betreiben, Missbrauch abzuwehren und das Angebot danach zu richten, was gelesen wird.',
        usesList('de'),
        'Daten, die für das Konto oder den Vertrag nötig sind, müssen Sie angeben, sonst kommt er nicht zustande: E-Mail-Adresse, Passwort oder eine andere Art der Anmeldung und beim Kauf ein Zahlungsmittel. Alles andere ist freiwillig. Entscheidungen, die allein ein Programm trifft und die Sie erheblich beeinträchtigen, gibt es nicht.',
      ],
      [
        'Cookies und was sonst im Browser liegt',
        'Bevor Sie die Frage nach Cookies beantwortet haben, speichert diese Website nur, was Sie selbst auslösen: eine gewählte Sprache oder Darstellung, Leseeinstellungen, eine Anmeldung. Ihre Auswahl ändern Sie jederzeit unter „Cookie-Einstellungen“ am Ende jeder Seite.',
        browserList('de'),
        'Beim Abmelden löschen wir die Lesestellen des Kontos aus dem Browser und sperren Downloads. Haben Sie bei der Anmeldung angegeben, dass das Gerät gemeinsam genutzt wird, bleibt nach dem Abmelden nichts zurück.',
      ],
      [
        'Empfehlungen',
        '„Für Sie“ und „Andere lasen auch“ entstehen aus Zählungen, die mit keinem Konto verbunden sind, und aus Ihren eigenen Favoriten und gelesenen Ausgaben. Persönliche Empfehlungen schalten Sie auf Ihrem Regal aus.',
      ],
      [
        'Werbung',
        'Gratis-Leser sehen zwischen den Seiten Anzeigen, die wir selbst ausliefern; gezählt werden Einblendungen und Klicks je Tag, ohne Bezug zu Ihnen. Anzeigen anderer zeigen wir nur nach Ihrer Zustimmung, in einem abgeschlossenen Rahmen, der weder Konto noch Ausgabe erfährt.',
      ],
      [
        'Newsletter und Hinweise',
        'Einen Newsletter versenden wir zurzeit nicht. Wer ihn bestellt, willigt für später ein; wir halten fest, wann und mit welchem Wortlaut. Hinweise auf neue Ausgaben Ihrer Favoriten kommen nur, wenn Sie sie einschalten. Beides widerrufen Sie im Konto oder mit dem Link in jeder solchen E-Mail.',
      ],
      [
        'Empfänger und Länder außerhalb der EU',
        'Der Kiosk läuft bei: {hosting}. Zahlungen wickelt ab: {paymentProviders}. Wer uns sonst hilft, steht auf der Seite „Drittanbieter“. Auftragsverarbeiter sind vertraglich gebunden; Zahlungsdienste, Facebook und Apple verantworten ihre Verarbeitung selbst.',
        'Melden Sie sich mit Facebook oder Apple an, erfährt dieses Unternehmen davon und kann Daten in den USA verarbeiten; Grundlage sind der Angemessenheitsbeschluss der Europäischen Kommission zum EU-US Data Privacy Framework, soweit das Unternehmen dort eingetragen ist, und Ihre Einwilligung. Für Push-Hinweise gilt dasselbe mit dem Hersteller Ihres Browsers; er kann den verschlüsselten Hinweis nicht lesen.',
      ],
      [
        'Ihre Rechte',
        'Sie haben das Recht auf Auskunft, Berichtigung, Löschung, Einschränkung, Übertragbarkeit und Widerspruch gegen Verarbeitung aus berechtigtem Interesse. Einwilligungen widerrufen Sie jederzeit für die Zukunft. Im Konto finden Sie „Ihre Daten herunterladen“ und „Konto löschen“; sonst genügt eine E-Mail.',
        'Beschweren können Sie sich bei der Aufsichtsbehörde Ihres Wohnorts oder unseres Sitzes. Österreich: [Datenschutzbehörde](https://www.dsb.gv.at/). Deutschland: die Behörde Ihres Bundeslands, zu finden beim [Bundesbeauftragten](https://www.bfdi.bund.de/). Schweiz: [Eidgenössischer Datenschutz- und Öffentlichkeitsbeauftragter](https://www.edoeb.admin.ch/). Luxemburg: [Commission nationale pour la protection des données](https://cnpd.public.lu/).',
      ],
    ],
  },
  en: {
    title: 'Privacy',
    edition: 'Edition of 22 November 2026',
    sections: [
      [
        'The essentials',
        'We store what the newsstand needs to work. We sell no data. This website loads nothing from other servers unless you allow it. You can download everything stored about your account there at any time, and delete it there too.',
      ],
      [
        'Who is responsible',
        '{company}, {street}, {postcode} {town}, {country}. For questions about privacy, an email to [{mail}](mailto:{mail}) is enough.',
        '{dataProtectionOfficer}',
      ],
      [
        'Which data, what for and how long',
        'For each kind of processing you find the legal basis, the duration and the recipients here. Our legitimate interests are to run the newsstand securely and without faults, to ward off abuse, and to shape the range by what is read.',
        usesList('en'),
        'Data needed for the account or the contract have to be given, otherwise it cannot be concluded: an email address, a password or another way to sign in, and a payment method when you buy. Everything else is optional. No decision that significantly affects you is made by a program alone.',
      ],
      [
        'Cookies and what else is stored in the browser',
        'Before you have answered the question about cookies, this website stores only what you ask for yourself: a chosen language or appearance, reading preferences, a sign-in. You can change your choice at any time by “Cookie settings” at the foot of every page.',
        browserList('en'),
        'When you sign out, we delete the account’s reading places from the browser and lock downloads. If you said at sign-in that the device is shared, nothing is left behind.',
      ],
      [
        'Recommendations',
        '“For you” and “Readers also read” come from counts that are linked to no account, and from your own favourites and issues read. You can switch personal recommendations off on your shelf.',
      ],
      [
        'Advertising',
        'Free readers see advertisements between pages that we deliver ourselves; impressions and clicks are counted per day, without reference to you. Advertisements of others appear only with your consent, in a closed frame that learns neither account nor issue.',
      ],
      [
        'Newsletter and notices',
        'We do not send a newsletter at present. Whoever orders it consents for later; we record when, and to which wording. Notices of new issues of your favourites come only if you switch them on. You can withdraw both in your account or by the link in each such email.',
      ],
      [
        'Recipients and countries outside the EU',
        'The newsstand runs at: {hosting}. Payments are handled by: {paymentProviders}. Others who help us are listed on the page “Third parties”. Processors are bound by contract; payment providers, Facebook and Apple are responsible for their own processing.',
        'If you sign in with Facebook or Apple, that company learns of it and may process data in the USA; the basis is the European Commission’s adequacy decision on the EU-US Data Privacy Framework, as far as the company is listed there, and your consent. The same holds for push notices and the maker of your browser, who cannot read the encrypted notice.',
      ],
      [
        'Your rights',
        'You have the right of access, rectification, erasure, restriction, portability, and objection to processing based on legitimate interest. You may withdraw consent at any time for the future. In your account you find “Download your data” and “Delete account”; otherwise an email is enough.',
        'You may complain to the supervisory authority where you live or where we are established. Austria: [Datenschutzbehörde](https://www.dsb.gv.at/). Germany: the authority of your state, listed by the [Federal Commissioner](https://www.bfdi.bund.de/). Switzerland: [Federal Data Protection and Information Commissioner](https://www.edoeb.admin.ch/). Luxembourg: [Commission nationale pour la protection des données](https://cnpd.public.lu/).',
      ],
    ],
  },
  fr: {
    title: 'Protection des données',
    edition: 'Version du 22 novembre 2026',
    sections: [
      [
        'L’essentiel',
        'Nous enregistrons ce dont le kiosque a besoin pour fonctionner. Nous ne vendons pas de données. Ce site ne charge rien depuis d’autres serveurs sans votre accord. Tout ce qui est enregistré sur votre compte, vous pouvez l’y télécharger à tout moment, et l’y supprimer.',
      ],
      [
        'Qui est responsable',
        '{company}, {street}, {postcode} {town}, {country}. Pour toute question sur vos données, un e-mail à [{mail}](mailto:{mail}) suffit.',
        '{dataProtectionOfficer}',
      ],
      [
        'Quelles données, à quelle fin et combien de temps',
        'Pour chaque traitement, vous trouvez ici la base juridique, la durée et les destinataires. Nos intérêts légitimes sont d’exploiter le kiosque en sécurité et sans panne, de repousser les abus et d’adapter l’offre à ce qui est lu.',
        usesList('fr'),
        'Les données nécessaires au compte ou au contrat sont obligatoires, sans quoi il ne peut être conclu : adresse e-mail, mot de passe ou autre moyen de connexion et, à l’achat, un moyen de paiement. Tout le reste est facultatif. Aucune décision vous affectant de manière significative n’est prise par un programme seul.',
      ],
      [
        'Cookies et autres données dans le navigateur',
        'Avant votre réponse à la question sur les cookies, ce site n’enregistre que ce que vous demandez vous-même : une langue ou une apparence choisie, des réglages de lecture, une connexion. Vous changez votre choix à tout moment sous « Réglages des cookies », en bas de chaque page.',
        browserList('fr'),
        'À la déconnexion, nous effaçons du navigateur les pages lues avec le compte et verrouillons les téléchargements. Si vous avez indiqué à la connexion que l’appareil est partagé, il ne reste rien.',
      ],
      [
        'Recommandations',
        '« Pour vous » et « D’autres ont aussi lu » proviennent de comptages qui ne sont liés à aucun compte, ainsi que de vos propres favoris et lectures. Vous désactivez les recommandations personnelles sur votre étagère.',
      ],
      [
        'Publicité',
        'La lecture gratuite montre entre les pages des annonces que nous livrons nous-mêmes ; affichages et clics sont comptés par jour, sans lien avec vous. La publicité de tiers n’apparaît qu’avec votre accord, dans un cadre fermé qui n’apprend ni le compte ni le numéro.',
      ],
      [
        'Lettre d’information et avis',
        'Nous n’envoyons pas de lettre d’information pour le moment. Qui la commande consent pour plus tard ; nous notons quand, et à quel texte. Les avis de nouveaux numéros de vos favoris n’arrivent que si vous les activez. Vous retirez l’un et l’autre dans votre compte ou par le lien de chacun de ces e-mails.',
      ],
      [
        'Destinataires et pays hors de l’UE',
        'Le kiosque est hébergé par : {hosting}. Les paiements sont traités par : {paymentProviders}. Les autres prestataires figurent à la page « Prestataires tiers ». Les sous-traitants sont liés par contrat ; prestataires de paiement, Facebook et Apple sont responsables de leurs propres traitements.',
        'Si vous vous connectez avec Facebook ou Apple, cette entreprise l’apprend et peut traiter des données aux États-Unis ; la base en est la décision d’adéquation de la Commission européenne sur le cadre de protection des données UE-États-Unis, si l’entreprise y est inscrite, et votre consentement. Il en va de même des avis push pour l’éditeur de votre navigateur, qui ne peut lire l’avis chiffré.',
      ],
      [
        'Vos droits',
        'Vous avez un droit d’accès, de rectification, d’effacement, de limitation, de portabilité et d’opposition aux traitements fondés sur l’intérêt légitime. Vous retirez un consentement à tout moment pour l’avenir. Dans votre compte se trouvent « Télécharger vos données » et « Supprimer le compte » ; sinon, un e-mail suffit.',
        'Vous pouvez saisir l’autorité de contrôle de votre domicile ou de notre siège. Autriche : [Datenschutzbehörde](https://www.dsb.gv.at/). Allemagne : l’autorité de votre Land, indiquée par le [commissaire fédéral](https://www.bfdi.bund.de/). Suisse : [Préposé fédéral à la protection des données et à la transparence](https://www.edoeb.admin.ch/). Luxembourg : [Commission nationale pour la protection des données](https://cnpd.public.lu/).',
      ],
    ],
  },
}
