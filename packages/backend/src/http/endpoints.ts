import { acceptTerms } from '../accounts/accept-terms.ts'
import { changePassword } from '../accounts/change-password.ts'
import { deleteAccount } from '../accounts/delete-account.ts'
import { deleteDevice } from '../accounts/delete-device.ts'
import { devices } from '../accounts/devices.ts'
import { editAgeRestriction } from '../accounts/edit-age-restriction.ts'
import { editNewsletter } from '../accounts/edit-newsletter.ts'
import { editRegion } from '../accounts/edit-region.ts'
import { editReleases } from '../accounts/edit-releases.ts'
import { editUserdata } from '../accounts/edit-userdata.ts'
import { emailVerification } from '../accounts/email-verification.ts'
import { exportData } from '../accounts/export-data.ts'
import { addFavourite, favourites, removeFavourite } from '../accounts/favourites.ts'
import { ageGroups, federalStates, genders, regions } from '../accounts/reference-lists.ts'
import { region } from '../accounts/region.ts'
import { newUser } from '../accounts/register.ts'
import { sendNewEmail } from '../accounts/resend-verification.ts'
import { restoreAccount } from '../accounts/restore-account.ts'
import { editSavedSearches, removeSavedSearch, savedSearches, saveSearch } from '../accounts/saved-searches.ts'
import { allowSupport, endSupport, showSupport } from '../accounts/support-endpoints.ts'
import {
  oneClickPage,
  oneClickUnsubscribe,
  unsubscribeNewsletter,
  unsubscribeReleases,
  unsubscribeSearches,
} from '../accounts/unsubscribe.ts'
import { user } from '../accounts/user.ts'
import { verification } from '../accounts/verification.ts'
import { verificationByCode } from '../accounts/verification-by-code.ts'
import { webinfo } from '../accounts/webinfo.ts'
import { refreshTokens, tokenLogin } from '../auth/bearer-login.ts'
import { disownSignIn } from '../auth/disown-sign-in.ts'
import { login } from '../auth/login.ts'
import { loginSecondFactor } from '../auth/login-second-factor.ts'
import { logout } from '../auth/logout.ts'
import { appleReturn } from '../auth/oidc/apple-callback.ts'
import { facebookReturn } from '../auth/oidc/facebook-callback.ts'
import { decideIdentity, removeOneIdentity, showWaitingIdentity } from '../auth/oidc/link-endpoints.ts'
import { identityProviders } from '../auth/oidc/providers.ts'
import { identityStart } from '../auth/oidc/start.ts'
import { passkeyLogin, passkeyLoginOptions } from '../auth/passkeys/login.ts'
import { addOnePasskey, passkeyOptions, removeOnePasskey, renameOnePasskey } from '../auth/passkeys/passkeys.ts'
import { passwordRecovery } from '../auth/request-password-reset.ts'
import { newPassword } from '../auth/reset-password.ts'
import { beginSecondFactor, disableTotp, enableTotp, renewCodes } from '../auth/second-factor-endpoints.ts'
import { ownSecurityEvents } from '../auth/security-events-endpoint.ts'
import { confirmOwner, showSecurity } from '../auth/security-overview.ts'
import { sessionTokenOwner } from '../auth/session-token-owner.ts'
import { endAllOtherSignIns, endOneSignIn, listSignIns, renameSignIn } from '../auth/sign-ins.ts'
import { loginBySessionToken, loginBySso } from '../auth/token-login-endpoints.ts'
import { webAppSessionToken } from '../auth/web-app-session-token.ts'
import { acceptLossOfWithdrawal } from '../billing/checkout/acceptance.ts'
import { attemptState } from '../billing/checkout/attempt-state.ts'
import { askBank, paymentQuestion } from '../billing/checkout/bank-authentication-endpoint.ts'
import { cart, newCart } from '../billing/checkout/cart-endpoints.ts'
import { editUrl } from '../billing/checkout/edit-url.ts'
import { paymentUrl } from '../billing/checkout/payment-url.ts'
import { purchaseCart } from '../billing/checkout/purchase.ts'
import { registrationUrl } from '../billing/checkout/registration-url.ts'
import { setupState } from '../billing/checkout/setup-state.ts'
import { unsuccessfulCheckout } from '../billing/checkout/unsuccessful-checkout.ts'
import { invoice } from '../billing/invoices/invoice-endpoint.ts'
import { invoices } from '../billing/invoices/list-endpoint.ts'
import { launchOffer } from '../billing/plans/launch-offer.ts'
import { redeemPromo } from '../billing/plans/redeem-promo.ts'
import { redeemVoucher } from '../billing/plans/redeem-voucher.ts'
import { answerPriceChange, priceChange } from '../billing/plans/respond-to-price-change.ts'
import { autoRenewal } from '../billing/subscriptions/auto-renew-endpoint.ts'
import { billing, billingData } from '../billing/subscriptions/current.ts'
import { bindStore } from '../billing/subscriptions/store-subscriptions.ts'
import { upgrades } from '../billing/subscriptions/upgrades.ts'
import { cancelStore, cancelWallet } from '../billing/wallets/cancel.ts'
import { bindWallet, logWallet, validateWallet } from '../billing/wallets/endpoints.ts'
import { providerWebhook } from '../billing/webhooks/endpoint.ts'
import { providerReturn } from '../billing/webhooks/return-endpoint.ts'
import { confirmTermination, declaredTermination, unconfirmedTerminations } from '../billing/withdrawals/confirm.ts'
import { cancelSubscription, withdrawSubscription } from '../billing/withdrawals/declare.ts'
import { campaignDetails } from '../campaigns/campaign-details.ts'
import { campaignPage } from '../campaigns/campaign-page.ts'
import { campaignPricing, planPricing } from '../campaigns/campaign-pricing.ts'
import { allIssues } from '../catalogue/all-issues.ts'
import { archive } from '../catalogue/archive.ts'
import { categories } from '../catalogue/categories.ts'
import { contentSet } from '../catalogue/content-set.ts'
import { issue } from '../catalogue/issue.ts'
import { issueCover } from '../catalogue/issue-cover.ts'
import { issueDetail } from '../catalogue/issue-detail.ts'
import { issueLinks } from '../catalogue/issue-links.ts'
import { issuesOfCategory } from '../catalogue/issues-of-category.ts'
import { magazineCover } from '../catalogue/magazine-cover.ts'
import { magazineDetails } from '../catalogue/magazine-details.ts'
import { relatedIssues } from '../catalogue/related-issues.ts'
import { search } from '../catalogue/search/search.ts'
import { suggestions } from '../catalogue/search/suggestions.ts'
import { subscriptionModels } from '../catalogue/subscription-models.ts'
import { titles } from '../catalogue/titles.ts'
import { contentImage } from '../content/content-picture.ts'
import { crashReport } from '../content/crash-report.ts'
import { previousTerms, privacyPolicy, terms, textDocument } from '../content/documents.ts'
import { sendFeedback } from '../content/feedback.ts'
import { linkList } from '../content/link-list.ts'
import { topic, topics } from '../content/topics.ts'
import { pushState, subscribePush, unsubscribePush } from '../notifications/push-endpoints.ts'
import { access } from '../reading/access.ts'
import { advertisementImage } from '../reading/ads/advertisement-image.ts'
import { countAdvertisement } from '../reading/ads/count-advertisement.ts'
import { houseAdvertisements } from '../reading/ads/house-advertisements.ts'
import { article } from '../reading/article.ts'
import { articlePicture } from '../reading/article-picture.ts'
import { addBookmark, bookmarks, editBookmark, removeBookmark } from '../reading/bookmarks.ts'
import { contents } from '../reading/contents.ts'
import { download, downloadSize } from '../reading/downloads/grant-download.ts'
import { downloads } from '../reading/downloads/list-downloads.ts'
import { offlineText } from '../reading/downloads/offline-text.ts'
import { removeDownload } from '../reading/downloads/remove-download.ts'
import { issueAsEpub } from '../reading/epub/issue-as-epub.ts'
import { forgetReading, history } from '../reading/history.ts'
import { myShelf, switchRecommendations } from '../reading/my-shelf.ts'
import { pageImage } from '../reading/page-image.ts'
import { pageTile } from '../reading/page-tile.ts'
import { pageWords } from '../reading/page-words.ts'
import { keepPlace, place } from '../reading/progress.ts'
import { readerInfo } from '../reading/reader-info.ts'
import { reading } from '../reading/reading.ts'
import { readingEvents } from '../reading/reading-events.ts'
import { searchInIssue } from '../reading/search-in-issue.ts'
import type { Route } from './handler.ts'

/** Every call of the API, by domain. Fixed paths come before those with a parameter in the same place. */
export const endpoints = {
  catalogue: [
    contentSet,
    categories,
    issuesOfCategory,
    allIssues,
    titles,
    relatedIssues,
    issue,
    issueDetail,
    search,
    suggestions,
    magazineDetails,
    magazineCover,
    issueCover,
    subscriptionModels,
    issueLinks,
  ],
  reading: [
    access,
    contents,
    pageImage,
    pageTile,
    articlePicture,
    pageWords,
    searchInIssue,
    article,
    reading,
    houseAdvertisements,
    advertisementImage,
    countAdvertisement,
    readerInfo,
    myShelf,
    switchRecommendations,
    place,
    keepPlace,
    history,
    forgetReading,
    bookmarks,
    addBookmark,
    editBookmark,
    removeBookmark,
    archive,
    downloadSize,
    download,
    removeDownload,
    downloads,
    issueAsEpub,
    offlineText,
    readingEvents,
    pushState,
    subscribePush,
    unsubscribePush,
  ],
  accounts: [
    acceptTerms,
    emailVerification,
    login,
    loginBySessionToken,
    loginBySso,
    logout,
    newPassword,
    newUser,
    passwordRecovery,
    sendNewEmail,
    sessionTokenOwner,
    showWaitingIdentity,
    decideIdentity,
    removeOneIdentity,
    disownSignIn,
    verification,
    verificationByCode,
    webAppSessionToken,
    webinfo,
    region,
    user,
    ageGroups,
    genders,
    federalStates,
    regions,
    editNewsletter,
    editReleases,
    editAgeRestriction,
    editUserdata,
    editRegion,
    changePassword,
    deleteAccount,
    restoreAccount,
    exportData,
    devices,
    deleteDevice,
    listSignIns,
    renameSignIn,
    endOneSignIn,
    endAllOtherSignIns,
    ownSecurityEvents,
    showSupport,
    allowSupport,
    endSupport,
    showSecurity,
    confirmOwner,
    beginSecondFactor,
    enableTotp,
    disableTotp,
    renewCodes,
    loginSecondFactor,
    tokenLogin,
    refreshTokens,
    passkeyLoginOptions,
    passkeyLogin,
    passkeyOptions,
    addOnePasskey,
    renameOnePasskey,
    removeOnePasskey,
    favourites,
    addFavourite,
    removeFavourite,
    savedSearches,
    saveSearch,
    removeSavedSearch,
    editSavedSearches,
    unsubscribeNewsletter,
    unsubscribeReleases,
    unsubscribeSearches,
    oneClickUnsubscribe,
    oneClickPage,
    identityProviders,
    identityStart,
    facebookReturn,
    appleReturn,
  ],
  subscriptions: [redeemPromo, launchOffer],
  payments: [
    newCart,
    cart,
    redeemVoucher,
    acceptLossOfWithdrawal,
    purchaseCart,
    registrationUrl,
    editUrl,
    setupState,
    paymentUrl,
    attemptState,
    unsuccessfulCheckout,
    validateWallet,
    bindWallet,
    logWallet,
    billing,
    billingData,
    autoRenewal,
    cancelWallet,
    bindStore,
    cancelStore,
    upgrades,
    priceChange,
    answerPriceChange,
    invoices,
    invoice,
    cancelSubscription,
    withdrawSubscription,
    declaredTermination,
    unconfirmedTerminations,
    confirmTermination,
    providerWebhook,
    askBank,
    paymentQuestion,
    providerReturn,
  ],
  campaigns: [campaignDetails, campaignPage, campaignPricing, planPricing],
  content: [sendFeedback, crashReport, privacyPolicy, previousTerms, terms, textDocument, contentImage, topic, topics, linkList],
} as const satisfies Record<string, readonly Route[]>
