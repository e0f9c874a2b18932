import * as audit from '../audit/audit-handlers.ts'
import * as books from '../billing/desk/books.ts'
import { declined } from '../billing/desk/declined.ts'
import { disputes } from '../billing/desk/disputes.ts'
import * as invoices from '../billing/desk/invoices.ts'
import * as priceChanges from '../billing/desk/price-changes.ts'
import * as prices from '../billing/desk/prices.ts'
import * as promoCodes from '../billing/desk/promo-codes.ts'
import * as suspense from '../billing/desk/suspense.ts'
import * as vouchers from '../billing/desk/vouchers.ts'
import * as campaigns from '../campaigns/campaign-handlers.ts'
import * as corrections from '../catalogue/corrections/correction-handlers.ts'
import * as front from '../catalogue/front-page.ts'
import * as categories from '../catalogue/shelf/category-handlers.ts'
import { shelfHandlers } from '../catalogue/shelf/shelf-handlers.ts'
import * as takedowns from '../catalogue/takedowns/takedown-handlers.ts'
import * as tus from '../catalogue/uploads/tus.ts'
import * as uploads from '../catalogue/uploads/upload-handlers.ts'
import * as company from '../content/company-handlers.ts'
import * as feedback from '../content/feedback-handlers.ts'
import * as texts from '../content/text-handlers.ts'
import * as topics from '../content/topic-handlers.ts'
import { figures, revenueFigures } from '../desk/figures/figures-handlers.ts'
import * as operations from '../desk/operation-handlers.ts'
import * as readerAccounts from '../desk/readers/change-account.ts'
import * as readerSubscriptions from '../desk/readers/change-subscription.ts'
import * as readerDeclarations from '../desk/readers/declarations.ts'
import * as readers from '../desk/readers/reader-handlers.ts'
import * as readerViews from '../desk/readers/reader-views.ts'
import { today } from '../desk/today.ts'
import * as newsletters from '../newsletters/newsletter-handlers.ts'
import * as advertisements from '../reading/ads/advertisement-handlers.ts'
import type { DeskRoute } from '../staff/desk-handler.ts'
import * as invitations from '../staff/invitation.ts'
import * as staff from '../staff/manage-staff.ts'
import * as security from '../staff/own-security.ts'
import * as signIn from '../staff/sign-in.ts'

/** Every call of the desk. */
export const deskEndpoints: readonly DeskRoute[] = [
  signIn.showSession,
  signIn.signIn,
  signIn.signOut,
  signIn.passkeyOptions,
  signIn.passkeySignIn,
  signIn.confirm,
  today,
  invitations.showInvitation,
  invitations.accept,
  security.showSecurity,
  security.changeDetails,
  security.endSession,
  security.newRecoveryCodes,
  security.passkeyOptions,
  security.addPasskey,
  security.removePasskey,
  staff.list,
  staff.invite,
  staff.change,
  front.show,
  front.set,
  front.plan,
  front.withdraw,
  front.find,
  front.preview,
  audit.list,
  audit.exportEntries,
  audit.state,
  takedowns.list,
  takedowns.issues,
  takedowns.articles,
  takedowns.down,
  takedowns.back,
  newsletters.list,
  newsletters.findFeatured,
  newsletters.count,
  newsletters.preview,
  newsletters.show,
  newsletters.create,
  newsletters.change,
  newsletters.remove,
  newsletters.test,
  newsletters.send,
  newsletters.unschedule,
  newsletters.pause,
  newsletters.resume,
  newsletters.stop,
  newsletters.resend,
  prices.prices,
  prices.setPlanPrice,
  prices.withdrawPlanPrice,
  prices.setCountryTax,
  vouchers.vouchers,
  vouchers.exportVouchers,
  vouchers.importVouchers,
  vouchers.addVoucher,
  vouchers.endVoucher,
  promoCodes.promoCodes,
  promoCodes.exportPromoCodes,
  promoCodes.importPromoCodes,
  promoCodes.addPromoCode,
  promoCodes.endPromoCode,
  campaigns.campaigns,
  campaigns.checkCampaign,
  campaigns.publishCampaign,
  campaigns.addCampaignDraft,
  campaigns.previewCampaign,
  campaigns.campaignFile,
  campaigns.saveCampaignDraft,
  campaigns.deleteCampaignDraft,
  campaigns.endCampaign,
  campaigns.removeCampaign,
  texts.texts,
  texts.textEditions,
  texts.textEdition,
  texts.previewText,
  texts.publishText,
  texts.withdrawEdition,
  company.companyDetails,
  company.saveCompanyDetails,
  categories.list,
  categories.add,
  categories.rename,
  categories.order,
  categories.remove,
  topics.topics,
  topics.publishTopic,
  topics.removeTopic,
  topics.links,
  topics.publishLink,
  topics.removeLink,
  advertisements.advertisements,
  advertisements.publish,
  advertisements.switchOne,
  advertisements.remove,
  feedback.messages,
  feedback.mark,
  ...shelfHandlers,
  readers.find,
  readers.show,
  readers.money,
  readers.showEmail,
  readerViews.request,
  readerViews.open,
  readerViews.look,
  readerAccounts.change,
  readerAccounts.sendEmail,
  readerAccounts.writeNote,
  readerAccounts.dropNote,
  readerAccounts.exportData,
  readerAccounts.erase,
  readerAccounts.decide,
  readerSubscriptions.end,
  readerSubscriptions.changePlan,
  readerSubscriptions.grantDays,
  readerSubscriptions.refund,
  readerDeclarations.list,
  readerDeclarations.decide,
  invoices.list,
  invoices.pdf,
  declined,
  disputes,
  suspense.list,
  suspense.assign,
  suspense.book,
  suspense.giveBack,
  books.differences,
  books.vat,
  books.ledger,
  books.deferred,
  books.bookkeeping,
  books.changeBookkeeping,
  books.exportFile,
  priceChanges.show,
  priceChanges.preview,
  priceChanges.start,
  priceChanges.stop,
  operations.jobs,
  operations.retry,
  operations.dismiss,
  operations.alarms,
  operations.closeAlarm,
  operations.rebuilds,
  figures,
  revenueFigures,
  uploads.list,
  uploads.show,
  uploads.article,
  uploads.picture,
  uploads.save,
  uploads.publish,
  uploads.withdraw,
  uploads.discard,
  corrections.show,
  corrections.correct,
  corrections.picture,
  tus.protocol,
  tus.create,
  tus.offset,
  tus.append,
  tus.terminate,
]
