import type { Route } from '@kiosk/contract/route'
import type * as bearer from '@kiosk/domain/accounts/bearer-endpoints'
import type * as accounts from '@kiosk/domain/accounts/endpoints'
import type * as registration from '@kiosk/domain/accounts/registration-endpoints'
import type * as savedSearches from '@kiosk/domain/accounts/saved-search-endpoints'
import type * as secondFactor from '@kiosk/domain/accounts/second-factor-endpoints'
import type * as sessions from '@kiosk/domain/accounts/session-endpoints'
import type * as signIns from '@kiosk/domain/accounts/sign-in-endpoints'
import type * as support from '@kiosk/domain/accounts/support-endpoints'
import type * as campaigns from '@kiosk/domain/campaigns/endpoints'
import type * as catalogue from '@kiosk/domain/catalogue/endpoints'
import type * as content from '@kiosk/domain/content/endpoints'
import type * as bankAuthentication from '@kiosk/domain/payments/bank-authentication-endpoints'
import type * as billing from '@kiosk/domain/payments/billing-endpoints'
import type * as payments from '@kiosk/domain/payments/endpoints'
import type * as invoices from '@kiosk/domain/payments/invoice-endpoints'
import type * as priceChanges from '@kiosk/domain/payments/price-change-endpoints'
import type * as providers from '@kiosk/domain/payments/provider-endpoints'
import type * as terminations from '@kiosk/domain/payments/termination-endpoints'
import type * as downloads from '@kiosk/domain/reading/download-endpoints'
import type * as reading from '@kiosk/domain/reading/endpoints'
import type * as shelf from '@kiosk/domain/reading/shelf-endpoints'
import type * as articles from '@kiosk/domain/staff/article-endpoints'
import type * as audit from '@kiosk/domain/staff/audit-endpoints'
import type * as categories from '@kiosk/domain/staff/category-endpoints'
import type * as company from '@kiosk/domain/staff/company-endpoints'
import type * as deskContent from '@kiosk/domain/staff/content-endpoints'
import type * as declarations from '@kiosk/domain/staff/declaration-endpoints'
import type * as staff from '@kiosk/domain/staff/endpoints'
import type * as front from '@kiosk/domain/staff/front-endpoints'
import type * as money from '@kiosk/domain/staff/money-endpoints'
import type * as newsletters from '@kiosk/domain/staff/newsletter-endpoints'
import type * as offers from '@kiosk/domain/staff/offer-endpoints'
import type * as operations from '@kiosk/domain/staff/operation-endpoints'
import type * as prices from '@kiosk/domain/staff/price-endpoints'
import type * as readerChanges from '@kiosk/domain/staff/reader-change-endpoints'
import type * as readers from '@kiosk/domain/staff/reader-endpoints'
import type * as shelfIssues from '@kiosk/domain/staff/shelf-issue-endpoints'
import type * as shelfTitles from '@kiosk/domain/staff/shelf-title-endpoints'
import type * as takedowns from '@kiosk/domain/staff/takedown-endpoints'
import type * as today from '@kiosk/domain/staff/today-endpoints'
import type * as uploads from '@kiosk/domain/staff/upload-endpoints'
import type * as views from '@kiosk/domain/staff/view-endpoints'
import type * as subscriptions from '@kiosk/domain/subscriptions/endpoints'
import type { z } from 'zod'

/** Identifies a call: `GET issues/{uid}`, at the desk `GET /desk/api/staff`. */
type Key<R extends Route> = `${R['method']} ${R extends { base: infer Base extends string } ? Base : ''}${R['path']}`
type ByKey<Module> = { [Name in keyof Module as Module[Name] extends Route ? Key<Module[Name]> : never]: Module[Name] }

/** Every declaration by its key, as types only: the schemas stay on the server. */
interface Declarations
  extends ByKey<typeof accounts>,
    ByKey<typeof bearer>,
    ByKey<typeof registration>,
    ByKey<typeof secondFactor>,
    ByKey<typeof sessions>,
    ByKey<typeof signIns>,
    ByKey<typeof savedSearches>,
    ByKey<typeof support>,
    ByKey<typeof campaigns>,
    ByKey<typeof catalogue>,
    ByKey<typeof content>,
    ByKey<typeof billing>,
    ByKey<typeof payments>,
    ByKey<typeof invoices>,
    ByKey<typeof priceChanges>,
    ByKey<typeof providers>,
    ByKey<typeof bankAuthentication>,
    ByKey<typeof terminations>,
    ByKey<typeof downloads>,
    ByKey<typeof reading>,
    ByKey<typeof shelf>,
    ByKey<typeof staff>,
    ByKey<typeof front>,
    ByKey<typeof today>,
    ByKey<typeof audit>,
    ByKey<typeof categories>,
    ByKey<typeof company>,
    ByKey<typeof money>,
    ByKey<typeof operations>,
    ByKey<typeof prices>,
    ByKey<typeof takedowns>,
    ByKey<typeof newsletters>,
    ByKey<typeof offers>,
    ByKey<typeof deskContent>,
    ByKey<typeof shelfTitles>,
    ByKey<typeof shelfIssues>,
    ByKey<typeof readers>,
    ByKey<typeof declarations>,
    ByKey<typeof readerChanges>,
    ByKey<typeof views>,
    ByKey<typeof uploads>,
    ByKey<typeof articles>,
    ByKey<typeof subscriptions> {}

type DeclarationOf<R extends Route> = Key<R> extends keyof Declarations ? Declarations[Key<R>] : never

type Part<Declared, Name extends 'params' | 'query' | 'body'> =
  Declared extends Record<Name, z.ZodObject>
    ? Record<string, never> extends z.input<Declared[Name]>
      ? { [N in Name]?: z.input<Declared[Name]> }
      : { [N in Name]: z.input<Declared[Name]> }
    : unknown

/** Input of a call, from its declaration: `{ params, query, body }`, each if declared. */
export type Input<R extends Route> = Part<DeclarationOf<R>, 'params'> &
  Part<DeclarationOf<R>, 'query'> &
  Part<DeclarationOf<R>, 'body'>

/** Answer of a call, from its declaration; undefined if it has no body. */
export type Output<R extends Route> =
  DeclarationOf<R> extends { output: z.ZodType } ? z.output<DeclarationOf<R>['output']> : undefined
