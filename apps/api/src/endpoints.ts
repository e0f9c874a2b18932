import { acceptTerms } from './accounts/accept-terms.ts'
import { appleReturn } from './accounts/apple-return.ts'
import { changePassword } from './accounts/change-password.ts'
import { decideIdentity, showWaitingIdentity } from './accounts/decide-identity.ts'
import { deleteAccount } from './accounts/delete-account.ts'
import { deleteDevice } from './accounts/delete-device.ts'
import { devices } from './accounts/devices.ts'
import { disownSignIn } from './accounts/disown-sign-in.ts'
import { editAgeRestriction } from './accounts/edit-age-restriction.ts'
import { editNewsletter } from './accounts/edit-newsletter.ts'
import { editRegion } from './accounts/edit-region.ts'
import { editReleases } from './accounts/edit-releases.ts'
import { editUserdata } from './accounts/edit-userdata.ts'
import { emailVerification } from './accounts/email-verification.ts'
import { exportData } from './accounts/export-data.ts'
import { facebookReturn } from './accounts/facebook-return.ts'
import { addFavourite, favourites, removeFavourite } from './accounts/favourites.ts'
import { identityProviders } from './accounts/identity-providers.ts'
import { identityStart } from './accounts/identity-start.ts'
import { login } from './accounts/login.ts'
import { loginBySessionToken, loginBySso } from './accounts/login-by-token.ts'
import { loginSecondFactor } from './accounts/login-second-factor.ts'
import { logout } from './accounts/logout.ts'
import { newPassword } from './accounts/new-password.ts'
import { newUser } from './accounts/new-user.ts'
import { ownSecurityEvents } from './accounts/own-security-events.ts'
import { passkeyLogin, passkeyLoginOptions } from './accounts/passkey-login.ts'
import { addOnePasskey, passkeyOptions, removeOnePasskey, renameOnePasskey } from './accounts/passkeys.ts'
import { passwordRecovery } from './accounts/password-recovery.ts'
import { ageGroups, federalStates, genders, regions } from './accounts/reference-lists.ts'
import { region } from './accounts/region.ts'
import { restoreAccount } from './accounts/restore-account.ts'
import { beginSecondFactor, disableTotp, enableTotp, renewCodes } from './accounts/second-factor-calls.ts'
import { confirmOwner, showSecurity } from './accounts/security.ts'
import { sendNewEmail } from './accounts/send-new-email.ts'
import { sessionTokenOwner } from './accounts/session-token-owner.ts'
import { endAllOtherSignIns, endOneSignIn, listSignIns, renameSignIn } from './accounts/sign-ins.ts'
import { refreshTokens, tokenLogin } from './accounts/token-login.ts'
import { oneClickPage, oneClickUnsubscribe, unsubscribeNewsletter, unsubscribeReleases } from './accounts/unsubscribe.ts'
import { user } from './accounts/user.ts'
import { verification } from './accounts/verification.ts'
import { webAppSessionToken } from './accounts/web-app-session-token.ts'
import { webinfo } from './accounts/webinfo.ts'
import { campaignDetails } from './campaigns/campaign-details.ts'
import { campaignPage } from './campaigns/campaign-page.ts'
import { campaignPricing, tariffPricing } from './campaigns/campaign-pricing.ts'
import { allIssues } from './catalogue/all-issues.ts'
import { archive } from './catalogue/archive.ts'
import { categories } from './catalogue/categories.ts'
import { contentSet } from './catalogue/content-set.ts'
import { issue } from './catalogue/issue.ts'
import { issueCover } from './catalogue/issue-cover.ts'
import { issueDetail } from './catalogue/issue-detail.ts'
import { issueLinks } from './catalogue/issue-links.ts'
import { issuesOfCategory } from './catalogue/issues-of-category.ts'
import { magazineCover } from './catalogue/magazine-cover.ts'
import { magazineDetails } from './catalogue/magazine-details.ts'
import { relatedIssues } from './catalogue/related-issues.ts'
import { search } from './catalogue/search.ts'
import { subscriptionModels } from './catalogue/subscription-models.ts'
import { contentPicture } from './content/content-picture.ts'
import { crashReport } from './content/crash-report.ts'
import { previousTerms, privacyPolicy, terms, textDocument } from './content/documents.ts'
import { sendFeedback } from './content/feedback.ts'
import { linkList } from './content/link-list.ts'
import { topic, topics } from './content/topics.ts'
import type { Served } from './endpoint.ts'
import { acceptLossOfWithdrawal } from './payments/acceptance.ts'
import { answerPriceChange, priceChange } from './payments/answer-price-change.ts'
import { attemptState } from './payments/attempt-state.ts'
import { autoRenewal } from './payments/auto-renewal.ts'
import { billing, billingData } from './payments/billing.ts'
import { cancelStore, cancelWallet } from './payments/cancel-wallet.ts'
import { cart, newCart } from './payments/cart.ts'
import { confirmExit, declaredExit, unconfirmedExits } from './payments/confirm-exit.ts'
import { cancelContract, withdrawContract } from './payments/declare-exit.ts'
import { editUrl } from './payments/edit-url.ts'
import { invoice } from './payments/invoice.ts'
import { invoices } from './payments/invoice-list.ts'
import { askBank, paymentQuestion } from './payments/payment-question.ts'
import { paymentUrl } from './payments/payment-url.ts'
import { providerReturn } from './payments/provider-return.ts'
import { providerWebhook } from './payments/provider-webhook.ts'
import { purchaseCart } from './payments/purchase-cart.ts'
import { redeemVoucher } from './payments/redeem-voucher.ts'
import { registrationUrl } from './payments/registration-url.ts'
import { setupState } from './payments/setup-state.ts'
import { bindStore } from './payments/store-subscriptions.ts'
import { unsuccessfulCheckout } from './payments/unsuccessful-checkout.ts'
import { upgrades } from './payments/upgrades.ts'
import { bindWallet, logWallet, validateWallet } from './payments/wallet-calls.ts'
import { access } from './reading/access.ts'
import { advertisementPicture } from './reading/advertisement-picture.ts'
import { article } from './reading/article.ts'
import { addBookmark, bookmarks, editBookmark, removeBookmark } from './reading/bookmarks.ts'
import { contents } from './reading/contents.ts'
import { countAdvertisement } from './reading/count-advertisement.ts'
import { download, downloadSize } from './reading/download.ts'
import { downloads } from './reading/downloads.ts'
import { forgetReading, history } from './reading/history.ts'
import { houseAdvertisements } from './reading/house-advertisements.ts'
import { myShelf, switchRecommendations } from './reading/my-shelf.ts'
import { offlineText } from './reading/offline-text.ts'
import { pagePicture } from './reading/page-picture.ts'
import { pageWords } from './reading/page-words.ts'
import { keepPlace, place } from './reading/places.ts'
import { pushState, subscribePush, unsubscribePush } from './reading/push.ts'
import { readerInfo } from './reading/reader-info.ts'
import { reading } from './reading/reading.ts'
import { readingEvents } from './reading/reading-events.ts'
import { removeDownload } from './reading/remove-download.ts'
import { searchInIssue } from './reading/search-in-issue.ts'
import { launchOffer } from './subscriptions/launch-offer.ts'
import { redeemPromo } from './subscriptions/redeem-promo.ts'

/** Every call of the API, by domain. Fixed paths stand before those with a parameter in the same place. */
export const endpoints = {
  catalogue: [
    contentSet,
    categories,
    issuesOfCategory,
    allIssues,
    relatedIssues,
    issue,
    issueDetail,
    search,
    magazineDetails,
    magazineCover,
    issueCover,
    subscriptionModels,
    issueLinks,
  ],
  reading: [
    access,
    contents,
    pagePicture,
    pageWords,
    searchInIssue,
    article,
    reading,
    houseAdvertisements,
    advertisementPicture,
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
    disownSignIn,
    verification,
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
    unsubscribeNewsletter,
    unsubscribeReleases,
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
    cancelContract,
    withdrawContract,
    declaredExit,
    unconfirmedExits,
    confirmExit,
    providerWebhook,
    askBank,
    paymentQuestion,
    providerReturn,
  ],
  campaigns: [campaignDetails, campaignPage, campaignPricing, tariffPricing],
  content: [
    sendFeedback,
    crashReport,
    privacyPolicy,
    previousTerms,
    terms,
    textDocument,
    contentPicture,
    topic,
    topics,
    linkList,
  ],
} as const satisfies Record<string, readonly Served[]>
