/**
 * Method and path of every call, below `/api/v8/`; `{name}` is a path parameter. A name is that of the declaration in
 * packages/domain, the client's argument, and the operation's id in docs/openapi.json. One export per call, without a
 * library: a browser loads only the calls that it makes.
 */

// Catalogue
export const contentSet = { method: 'GET', path: 'contentset/{key}/detail' } as const
export const categories = { method: 'GET', path: 'categories' } as const
export const issuesOfCategory = { method: 'GET', path: 'issues/category/{id}' } as const
export const allIssues = { method: 'GET', path: 'issues/all' } as const
export const titles = { method: 'GET', path: 'titles' } as const
export const issue = { method: 'GET', path: 'issues/{uid}' } as const
export const issueDetail = { method: 'GET', path: 'issuedetail/{uid}' } as const
export const relatedIssues = { method: 'GET', path: 'issues/related/{uid}' } as const
export const search = { method: 'GET', path: 'search' } as const
export const suggestions = { method: 'GET', path: 'search/suggestions' } as const
export const magazineDetails = { method: 'GET', path: 'magazine/{magazinekey}/details' } as const
export const magazineCover = { method: 'GET', path: 'issuecontent/cover/magazine/{magazineId}' } as const
export const issueCover = { method: 'GET', path: 'issuecontent/{uid}/cover' } as const
export const subscriptionModels = { method: 'GET', path: 'subscription/models' } as const
export const issueLinks = { method: 'GET', path: 'issuelinks' } as const

// Reading
export const access = { method: 'GET', path: 'issuecontent/{uid}/access' } as const
export const contents = { method: 'GET', path: 'issuecontent/{uid}/contents' } as const
export const pageImage = { method: 'GET', path: 'issuecontent/{uid}/pages/{page}/picture' } as const
export const pageTile = { method: 'GET', path: 'issuecontent/{uid}/pages/{page}/tiles/{level}/{column}/{row}/picture' } as const
export const articlePicture = {
  method: 'GET',
  path: 'issuecontent/{uid}/pages/{page}/articles/{issueArticleId}/picture',
} as const
export const pageWords = { method: 'GET', path: 'issuecontent/{uid}/pages/{page}/words' } as const
export const searchInIssue = { method: 'GET', path: 'issuecontent/{uid}/search' } as const
export const article = { method: 'GET', path: 'issuecontent/{issueUid}/article/{issueArticleId}' } as const
export const reading = { method: 'POST', path: 'issuecontent/{uid}/reading' } as const
export const houseAdvertisements = { method: 'GET', path: 'reader/advertisements' } as const
export const advertisementImage = { method: 'GET', path: 'reader/advertisements/{id}/picture' } as const
export const readerInfo = { method: 'GET', path: 'readerinfo/web' } as const
export const shelf = { method: 'GET', path: 'reader/shelf' } as const
export const switchRecommendations = { method: 'PUT', path: 'reader/recommendations' } as const
export const place = { method: 'GET', path: 'reader/places/{uid}' } as const
export const keepPlace = { method: 'PUT', path: 'reader/places/{uid}' } as const
export const history = { method: 'GET', path: 'reader/history' } as const
export const forgetReading = { method: 'DELETE', path: 'reader/history/{uid}' } as const
export const bookmarks = { method: 'GET', path: 'reader/bookmarks' } as const
export const addBookmark = { method: 'POST', path: 'reader/bookmarks' } as const
export const editBookmark = { method: 'PUT', path: 'reader/bookmarks/{id}' } as const
export const removeBookmark = { method: 'DELETE', path: 'reader/bookmarks/{id}' } as const
export const archive = { method: 'GET', path: 'magazine/{magazinekey}/issues' } as const
export const readingEvents = { method: 'POST', path: 'reader/events' } as const
export const pushState = { method: 'GET', path: 'reader/push' } as const
export const subscribePush = { method: 'POST', path: 'reader/push' } as const
export const unsubscribePush = { method: 'DELETE', path: 'reader/push' } as const
export const countAdvertisement = { method: 'POST', path: 'reader/advertisements/{id}/count' } as const
export const downloadSize = { method: 'GET', path: 'issuecontent/{uid}/download' } as const
export const download = { method: 'POST', path: 'issuecontent/{uid}/download' } as const
export const downloads = { method: 'GET', path: 'reader/downloads' } as const
export const removeDownload = { method: 'DELETE', path: 'issuecontent/{uid}/download' } as const
export const issueAsEpub = { method: 'GET', path: 'issuecontent/{uid}/epub' } as const
export const offlineText = { method: 'GET', path: 'issuecontent/{uid}/offline' } as const

// Accounts and signing in
export const webinfo = { method: 'GET', path: 'websession/webinfo' } as const
export const region = { method: 'GET', path: 'region' } as const
export const ageGroups = { method: 'GET', path: 'user/registration/agegroups' } as const
export const genders = { method: 'GET', path: 'user/registration/gender' } as const
export const federalStates = { method: 'GET', path: 'user/registration/federalstates' } as const
export const regions = { method: 'GET', path: 'user/registration/regions' } as const
export const user = { method: 'GET', path: 'user' } as const
export const editNewsletter = { method: 'PUT', path: 'user/edit/newsletter' } as const
export const editReleases = { method: 'PUT', path: 'user/edit/newsletter/releases' } as const
export const editAgeRestriction = { method: 'PUT', path: 'user/edit/agerestriction' } as const
export const editUserdata = { method: 'PUT', path: 'user/edit/userdata' } as const
export const editRegion = { method: 'PUT', path: 'user/edit/region' } as const
export const changePassword = { method: 'PUT', path: 'user/changePassword' } as const
export const deleteAccount = { method: 'PUT', path: 'user/deleteAccount' } as const
export const restoreAccount = { method: 'POST', path: 'user/restore' } as const
export const exportData = { method: 'GET', path: 'user/export' } as const
export const devices = { method: 'GET', path: 'user/device/all' } as const
export const deleteDevice = { method: 'DELETE', path: 'user/device/{vendorId}' } as const
export const favourites = { method: 'GET', path: 'user/favourites' } as const
export const addFavourite = { method: 'PUT', path: 'user/favourites/{magazinekey}' } as const
export const removeFavourite = { method: 'DELETE', path: 'user/favourites/{magazinekey}' } as const
export const savedSearches = { method: 'GET', path: 'user/searches' } as const
export const saveSearch = { method: 'POST', path: 'user/searches' } as const
export const removeSavedSearch = { method: 'DELETE', path: 'user/searches/{id}' } as const
export const editSavedSearches = { method: 'PUT', path: 'user/edit/newsletter/searches' } as const
export const newUser = { method: 'POST', path: 'user/registration/newuser' } as const
export const sendNewEmail = { method: 'POST', path: 'user/registration/sendNewEmail' } as const
export const verification = { method: 'GET', path: 'user/registration/verification' } as const
export const verificationByCode = { method: 'POST', path: 'user/registration/verification/code' } as const
export const emailVerification = { method: 'GET', path: 'websession/emailVerification' } as const
export const passwordRecovery = { method: 'POST', path: 'websession/passwordRecovery' } as const
export const newPassword = { method: 'POST', path: 'websession/newPassword' } as const
export const unsubscribeNewsletter = { method: 'POST', path: 'user/newsletter/unsubscribe' } as const
export const unsubscribeReleases = { method: 'POST', path: 'user/newsletter/unsubscribe/releases' } as const
export const unsubscribeSearches = { method: 'POST', path: 'user/newsletter/unsubscribe/searches' } as const
export const oneClickUnsubscribe = { method: 'POST', path: 'user/newsletter/oneclick/{token}' } as const
export const oneClickPage = { method: 'GET', path: 'user/newsletter/oneclick/{token}' } as const
export const login = { method: 'POST', path: 'websession/login' } as const
export const loginBySessionToken = { method: 'POST', path: 'websession/login/sessiontoken' } as const
export const loginBySso = { method: 'POST', path: 'websession/login/sso' } as const
export const sessionTokenOwner = { method: 'POST', path: 'websession/token/owner' } as const
export const waitingIdentity = { method: 'GET', path: 'user/identity' } as const
export const decideIdentity = { method: 'PUT', path: 'user/identity' } as const
export const removeIdentity = { method: 'DELETE', path: 'user/identity/{provider}' } as const
export const disownSignIn = { method: 'POST', path: 'websession/disown' } as const
export const webAppSessionToken = { method: 'POST', path: 'websession/webAppSessiontoken' } as const
export const logout = { method: 'POST', path: 'websession/logout' } as const
export const acceptTerms = { method: 'PUT', path: 'websession/terms' } as const
export const identityProviders = { method: 'GET', path: 'websession/identity' } as const
export const identityStart = { method: 'GET', path: 'websession/identity/{provider}' } as const
export const facebookReturn = { method: 'GET', path: 'websession/facebook' } as const
export const appleReturn = { method: 'POST', path: 'websession/apple' } as const
export const tokenLogin = { method: 'POST', path: 'websession/token' } as const
export const refreshTokens = { method: 'POST', path: 'websession/token/refresh' } as const
export const security = { method: 'GET', path: 'user/security' } as const
export const confirmIdentity = { method: 'POST', path: 'user/security/confirm' } as const
export const startSecondFactor = { method: 'POST', path: 'user/security/totp/start' } as const
export const enableSecondFactor = { method: 'POST', path: 'user/security/totp/enable' } as const
export const disableSecondFactor = { method: 'POST', path: 'user/security/totp/disable' } as const
export const renewRecoveryCodes = { method: 'POST', path: 'user/security/recovery-codes' } as const
export const loginSecondFactor = { method: 'POST', path: 'websession/login/secondfactor' } as const
export const passkeyLoginOptions = { method: 'POST', path: 'websession/passkey/options' } as const
export const passkeyLogin = { method: 'POST', path: 'websession/passkey' } as const
export const newPasskeyOptions = { method: 'POST', path: 'user/passkeys/options' } as const
export const addPasskey = { method: 'POST', path: 'user/passkeys' } as const
export const renamePasskey = { method: 'PUT', path: 'user/passkeys/{id}' } as const
export const removePasskey = { method: 'DELETE', path: 'user/passkeys/{id}' } as const
export const signIns = { method: 'GET', path: 'user/sessions' } as const
export const nameSignIn = { method: 'PUT', path: 'user/sessions/{id}' } as const
export const endSignIn = { method: 'DELETE', path: 'user/sessions/{id}' } as const
export const endOtherSignIns = { method: 'DELETE', path: 'user/sessions' } as const
export const securityEvents = { method: 'GET', path: 'user/security/events' } as const
export const supportAccess = { method: 'GET', path: 'user/support' } as const
export const allowSupport = { method: 'POST', path: 'user/support' } as const
export const endSupport = { method: 'DELETE', path: 'user/support' } as const

// Subscriptions and campaigns
export const redeemPromo = { method: 'POST', path: 'promo/{code}' } as const
export const launchOffer = { method: 'GET', path: 'voucher/launchoffer/' } as const
export const campaignDetails = { method: 'GET', path: 'marketing/{campaignKey}' } as const
export const campaignPage = { method: 'GET', path: 'campaign/page/{key}' } as const
export const campaignPricing = { method: 'GET', path: 'campaign/pricing/' } as const
export const planPricing = { method: 'GET', path: 'campaign/pricing/{subscriptionId}' } as const

// Payments
export const newCart = { method: 'GET', path: 'payment/shoppingcart2/new/{subscriptionId}' } as const
export const cart = { method: 'GET', path: 'payment/shoppingcart2/{subscriptionId}' } as const
export const redeemVoucher = { method: 'PUT', path: 'payment/voucher' } as const
export const acceptLossOfWithdrawal = { method: 'POST', path: 'payment/acceptance' } as const
export const purchaseCart = { method: 'POST', path: 'psp/purchaseCart' } as const
export const registrationUrl = { method: 'GET', path: 'psp/url/registration' } as const
export const editUrl = { method: 'GET', path: 'psp/url/edit' } as const
export const setupState = { method: 'GET', path: 'payment/setup/{id}' } as const
export const paymentUrl = { method: 'GET', path: 'psp/url/payment' } as const
export const attemptState = { method: 'GET', path: 'payment/attempt/{id}' } as const
export const unsuccessfulCheckout = { method: 'POST', path: 'payment/unsuccessful' } as const
export const validateWallet = { method: 'GET', path: 'paypal/subscription/validation/{subscriptionId}' } as const
export const bindWallet = { method: 'POST', path: 'paypal/subscription' } as const
export const logWallet = { method: 'POST', path: 'paypal/subscription/log' } as const
export const billing = { method: 'GET', path: 'billing' } as const
export const billingData = { method: 'GET', path: 'payment/billingdata' } as const
export const autoRenewal = { method: 'PUT', path: 'billing/autorenewal' } as const
export const cancelWallet = { method: 'POST', path: 'paypal/subscription/cancel' } as const
export const bindStore = { method: 'POST', path: 'inAppPurchase/google_subscription' } as const
export const cancelStore = { method: 'POST', path: 'inAppPurchase/google_subscription/cancel' } as const
export const upgrades = { method: 'GET', path: 'readerinfo/upgrades' } as const
export const priceChange = { method: 'GET', path: 'billing/pricechange' } as const
export const answerPriceChange = { method: 'POST', path: 'billing/pricechange' } as const
export const paymentQuestion = { method: 'GET', path: 'payment/question' } as const
export const askBank = { method: 'POST', path: 'payment/question' } as const
export const invoices = { method: 'GET', path: 'invoice/all' } as const
export const invoice = { method: 'GET', path: 'invoice/{number}' } as const
export const cancelSubscription = { method: 'POST', path: 'contract/cancel' } as const
export const withdrawSubscription = { method: 'POST', path: 'contract/withdraw' } as const
export const declaredTermination = { method: 'GET', path: 'contract/declaration' } as const
export const unconfirmedTerminations = { method: 'GET', path: 'contract/unconfirmed' } as const
export const confirmTermination = { method: 'POST', path: 'contract/confirm' } as const
export const providerWebhook = { method: 'POST', path: 'psp/webhook/{provider}' } as const
export const providerReturn = { method: 'GET', path: 'psp/return/{session}' } as const

// Content
export const sendFeedback = { method: 'POST', path: 'feedback' } as const
export const crashReport = { method: 'POST', path: 'crashreport' } as const
export const privacyPolicy = { method: 'GET', path: 'privacypolicy' } as const
export const terms = { method: 'GET', path: 'terms' } as const
export const previousTerms = { method: 'GET', path: 'terms/previous' } as const
export const textDocument = { method: 'GET', path: 'content/{key}' } as const
export const topic = { method: 'GET', path: 'trendingtopics/topic/{uid}' } as const
export const topics = { method: 'GET', path: 'trendingtopics/topics' } as const
export const contentImage = { method: 'GET', path: 'content/pictures/{folder}/{name}' } as const
export const linkList = { method: 'GET', path: 'ig-linklist' } as const
