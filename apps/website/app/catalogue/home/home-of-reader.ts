import { shelf as shelfCall } from '@kiosk/contract/routes'
import { withAttribution } from '@kiosk/domain/campaigns/attribution'
import type { Shelf } from '@kiosk/domain/reading/shelf-endpoints'
import { NO_SENDER, type Sender, senderIn } from '../../content/known-sender.ts'
import { type Card, cardOf, newIssueCard } from '../../library/card.ts'
import type { ReaderLookup } from '../../shell/request-context.ts'
import { readNext } from './read-next.ts'

/** Number of issues in a row: one line in the widest window. */
const IN_ROW = 6

/** What the home page shows to a signed-in reader. */
export type HomeOfReader = Sender & {
  /** What the first button opens: an issue that the reader has begun, a new one, or the shelf. */
  opens: 'begun' | 'new' | 'shelf'
  opensHref: string
  /** Empty for the shelf. */
  opensTitle: string
  opensDetail: string
  continueReading: readonly Card[]
  newspapers: readonly Card[]
  favourites: readonly Card[]
  recommendations: readonly Card[]
  magazines: readonly Card[]
}

const NOTHING: Shelf = {
  continueReading: [],
  favourites: [],
  recommendations: { on: false, issues: [] },
  newspapers: [],
  magazines: [],
}

/** Asks for the shelf of a reader; without it, the page has no rows. */
export const homeOfReader: ReaderLookup<HomeOfReader> = async (ctx, user) => {
  const { call, who, webapp, attribution } = ctx
  const { state } = await who()
  const shelf = await call(shelfCall).catch(() => NOTHING)
  const next = readNext(shelf, state, webapp)
  const unread = shelf.favourites.toSorted((a, b) => Number(b.fresh) - Number(a.fresh))
  const row = <Item>(items: readonly Item[], card: (item: Item) => Card) =>
    items.slice(0, IN_ROW).map((item) => {
      const made = card(item)
      return { ...made, href: withAttribution(made.href, attribution) }
    })
  return {
    opens: next.opens,
    opensHref: withAttribution(next.href, attribution),
    opensTitle: next.issue?.titleLine ?? '',
    opensDetail: next.issue?.detailLine ?? '',
    ...senderIn(user),
    continueReading: row(shelf.continueReading, cardOf),
    newspapers: row(shelf.newspapers, newIssueCard),
    favourites: row(unread, cardOf),
    recommendations: row(shelf.recommendations.issues, cardOf),
    magazines: row(shelf.magazines, newIssueCard),
  }
}

/** For visitors, whose page shows nothing of this. */
export const homeOfNobody: HomeOfReader = {
  opens: 'shelf',
  opensHref: '',
  opensTitle: '',
  opensDetail: '',
  ...NO_SENDER,
  continueReading: [],
  newspapers: [],
  favourites: [],
  recommendations: [],
  magazines: [],
}
