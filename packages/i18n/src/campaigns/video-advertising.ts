/** The sales page for video advertising: German in every language of the interface. */
export const videoAdvertising = {
  description:
    'Videowerbung im digitalen Kiosk: bis 15 Sekunden voll ausgespielt oder bis 30 Sekunden, überspringbar ab Sekunde 5.',
  eyebrow: 'Videowerbung',
  headline: 'Ihr Spot, wo aufmerksam gelesen wird',
  promise: 'Zwischen zwei Seiten einer Ausgabe steht Ihr Film allein, mit Ton auf Wunsch.',
  count: 'Über {count} Zeitungen und Magazine als Umfeld',
  button: 'Angebot anfragen',
  formatsTitle: 'Zwei Formate',
  formats: [
    {
      length: 'bis 15 s',
      title: 'Voll ausgespielt',
      text: 'Bis zu 15 Sekunden, die ganz gezeigt werden. Für eine klare Botschaft.',
    },
    {
      length: 'bis 30 s',
      title: 'Überspringbar ab Sekunde 5',
      text: 'Bis zu 30 Sekunden, überspringbar ab Sekunde 5. Für eine Geschichte, die etwas mehr Zeit braucht.',
    },
  ],
  reasonsTitle: 'Warum hier',
  reasons: [
    { title: 'Redaktionelles Umfeld', text: 'Ihr Film läuft zwischen den Seiten von Magazinen und Zeitungen.' },
    { title: 'Vier Länder', text: 'Österreich, Deutschland, Schweiz, Luxemburg: einzeln oder gemeinsam buchbar.' },
    {
      title: 'Ohne Verfolgung',
      text: 'Ausgesteuert nach Titel, Thema und Land. Profile von Leserinnen und Lesern braucht es dafür nicht.',
    },
  ],
  delivery: 'Was wir von Ihnen brauchen: MP4 (H.264), 1920 × 1080, höchstens 50 MB, Untertitel als VTT, ein Ziel auf https.',
  deliveryTitle: 'Anlieferung',
}
