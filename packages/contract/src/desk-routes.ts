import { DESK_API_BASE } from './route.ts'

/** Method and path of every call of the operator's desk, below `/desk/api/`. Their declarations are in packages/domain/src/staff. */

const base = DESK_API_BASE

// Sign-in
export const deskSession = { base, method: 'GET', path: 'session' } as const
export const deskSignIn = { base, method: 'POST', path: 'session' } as const
export const deskSignOut = { base, method: 'DELETE', path: 'session' } as const
export const deskPasskeyOptions = { base, method: 'POST', path: 'session/passkey-options' } as const
export const deskPasskeySignIn = { base, method: 'POST', path: 'session/passkey' } as const
export const deskConfirm = { base, method: 'POST', path: 'session/confirmation' } as const

// Overview
export const today = { base, method: 'GET', path: 'today' } as const

// Invitation
export const invitation = { base, method: 'POST', path: 'invitation' } as const
export const acceptInvitation = { base, method: 'POST', path: 'invitation/accept' } as const

// Own sign-in
export const ownSecurity = { base, method: 'GET', path: 'security' } as const
export const changeOwnDetails = { base, method: 'PUT', path: 'security/details' } as const
export const endOwnSession = { base, method: 'DELETE', path: 'security/sessions/{id}' } as const
export const newOwnRecoveryCodes = { base, method: 'POST', path: 'security/recovery-codes' } as const
export const ownPasskeyOptions = { base, method: 'POST', path: 'security/passkey-options' } as const
export const addOwnPasskey = { base, method: 'POST', path: 'security/passkeys' } as const
export const removeOwnPasskey = { base, method: 'DELETE', path: 'security/passkeys/{id}' } as const

// Staff
export const staff = { base, method: 'GET', path: 'staff' } as const
export const inviteStaff = { base, method: 'POST', path: 'staff' } as const
export const changeStaff = { base, method: 'PUT', path: 'staff/{id}' } as const

// Audit log
export const auditEntries = { base, method: 'GET', path: 'audit' } as const
export const auditExport = { base, method: 'GET', path: 'audit/export' } as const
export const auditState = { base, method: 'GET', path: 'audit/state' } as const

// Front page
export const frontPage = { base, method: 'GET', path: 'front/{set}' } as const
export const setFrontPage = { base, method: 'PUT', path: 'front/{set}' } as const
export const planFrontPage = { base, method: 'POST', path: 'front/{set}/plans' } as const
export const withdrawFrontPage = { base, method: 'DELETE', path: 'front/plans/{id}' } as const
export const frontPreview = { base, method: 'GET', path: 'front/{set}/preview' } as const
export const findTitles = { base, method: 'GET', path: 'titles' } as const

// Uploads
export const uploads = { base, method: 'GET', path: 'uploads' } as const
export const upload = { base, method: 'GET', path: 'uploads/{id}' } as const
export const uploadArticle = { base, method: 'GET', path: 'uploads/{id}/articles/{article}' } as const
export const uploadPicture = { base, method: 'GET', path: 'uploads/{id}/pages/{page}/{size}' } as const
export const saveUpload = { base, method: 'PUT', path: 'uploads/{id}' } as const
export const publishUpload = { base, method: 'POST', path: 'uploads/{id}/publication' } as const
export const withdrawUpload = { base, method: 'DELETE', path: 'uploads/{id}/publication' } as const
export const discardUpload = { base, method: 'DELETE', path: 'uploads/{id}' } as const
// Files of uploads, by the tus protocol. A HEAD is answered as a GET without its body.
export const uploadProtocol = { base, method: 'OPTIONS', path: 'upload-files' } as const
export const createUpload = { base, method: 'POST', path: 'upload-files' } as const
export const uploadOffset = { base, method: 'GET', path: 'upload-files/{id}' } as const
export const appendUpload = { base, method: 'PATCH', path: 'upload-files/{id}' } as const
export const terminateUpload = { base, method: 'DELETE', path: 'upload-files/{id}' } as const

// Articles of an issue
export const issueArticles = { base, method: 'GET', path: 'issues/{uid}/articles' } as const
export const correctArticles = { base, method: 'PUT', path: 'issues/{uid}/articles' } as const
export const issuePagePicture = { base, method: 'GET', path: 'issues/{uid}/pages/{page}/picture' } as const

// Takedowns
export const takedowns = { base, method: 'GET', path: 'takedowns' } as const
export const takedownIssues = { base, method: 'GET', path: 'takedowns/issues' } as const
export const takedownArticles = { base, method: 'GET', path: 'takedowns/issues/{uid}/articles' } as const
export const takeDown = { base, method: 'POST', path: 'takedowns' } as const
export const restore = { base, method: 'POST', path: 'takedowns/{id}/restoration' } as const

// Newsletters
export const newsletters = { base, method: 'GET', path: 'newsletters' } as const
export const newsletter = { base, method: 'GET', path: 'newsletters/{id}' } as const
export const createNewsletter = { base, method: 'POST', path: 'newsletters' } as const
export const changeNewsletter = { base, method: 'PUT', path: 'newsletters/{id}' } as const
export const deleteNewsletter = { base, method: 'DELETE', path: 'newsletters/{id}' } as const
export const countAudience = { base, method: 'POST', path: 'newsletters/audience' } as const
export const previewNewsletter = { base, method: 'POST', path: 'newsletters/preview' } as const
export const findFeatured = { base, method: 'GET', path: 'newsletters/featured' } as const
export const testNewsletter = { base, method: 'POST', path: 'newsletters/{id}/test' } as const
export const sendNewsletter = { base, method: 'POST', path: 'newsletters/{id}/sending' } as const
export const unscheduleNewsletter = { base, method: 'DELETE', path: 'newsletters/{id}/sending' } as const
export const pauseNewsletter = { base, method: 'POST', path: 'newsletters/{id}/pause' } as const
export const resumeNewsletter = { base, method: 'DELETE', path: 'newsletters/{id}/pause' } as const
export const stopNewsletter = { base, method: 'POST', path: 'newsletters/{id}/stop' } as const
export const resendUncertain = { base, method: 'POST', path: 'newsletters/{id}/uncertain' } as const
// Offers: prices, vouchers, promo codes, campaigns
export const prices = { base, method: 'GET', path: 'offers/prices' } as const
export const setPlanPrice = { base, method: 'POST', path: 'offers/prices' } as const
export const withdrawPlanPrice = { base, method: 'POST', path: 'offers/prices/withdrawal' } as const
export const setCountryTax = { base, method: 'POST', path: 'offers/taxes' } as const
export const vouchers = { base, method: 'GET', path: 'offers/vouchers' } as const
export const addVoucher = { base, method: 'POST', path: 'offers/vouchers' } as const
export const endVoucher = { base, method: 'POST', path: 'offers/vouchers/{code}/end' } as const
export const exportVouchers = { base, method: 'GET', path: 'offers/vouchers/export' } as const
export const importVouchers = { base, method: 'POST', path: 'offers/vouchers/import' } as const
export const promoCodes = { base, method: 'GET', path: 'offers/promo-codes' } as const
export const addPromoCode = { base, method: 'POST', path: 'offers/promo-codes' } as const
export const endPromoCode = { base, method: 'POST', path: 'offers/promo-codes/{code}/end' } as const
export const exportPromoCodes = { base, method: 'GET', path: 'offers/promo-codes/export' } as const
export const importPromoCodes = { base, method: 'POST', path: 'offers/promo-codes/import' } as const
export const campaigns = { base, method: 'GET', path: 'offers/campaigns' } as const
export const campaignFile = { base, method: 'GET', path: 'offers/campaigns/{key}' } as const
export const checkCampaign = { base, method: 'POST', path: 'offers/campaigns/check' } as const
export const publishCampaign = { base, method: 'POST', path: 'offers/campaigns' } as const
export const addCampaignDraft = { base, method: 'POST', path: 'offers/campaigns/drafts' } as const
export const saveCampaignDraft = { base, method: 'POST', path: 'offers/campaigns/{key}/draft' } as const
export const deleteCampaignDraft = { base, method: 'POST', path: 'offers/campaigns/{key}/draft/removal' } as const
export const previewCampaign = { base, method: 'POST', path: 'offers/campaigns/preview' } as const
export const endCampaign = { base, method: 'POST', path: 'offers/campaigns/{key}/end' } as const
export const removeCampaign = { base, method: 'POST', path: 'offers/campaigns/{key}/removal' } as const

// Content: texts, categories, topics, links, advertisements, messages from readers
export const texts = { base, method: 'GET', path: 'content/texts' } as const
export const textEditions = { base, method: 'GET', path: 'content/texts/{key}' } as const
export const textEdition = { base, method: 'GET', path: 'content/editions/{id}' } as const
export const previewText = { base, method: 'POST', path: 'content/preview' } as const
export const publishText = { base, method: 'POST', path: 'content/texts/{key}' } as const
export const withdrawEdition = { base, method: 'DELETE', path: 'content/editions/{id}' } as const
export const companyDetails = { base, method: 'GET', path: 'content/company' } as const
export const saveCompanyDetails = { base, method: 'PUT', path: 'content/company' } as const
export const deskCategories = { base, method: 'GET', path: 'content/categories' } as const
export const addCategory = { base, method: 'POST', path: 'content/categories' } as const
export const orderCategories = { base, method: 'PUT', path: 'content/categories' } as const
export const renameCategory = { base, method: 'PUT', path: 'content/categories/{uid}' } as const
export const removeCategory = { base, method: 'POST', path: 'content/categories/{uid}/removal' } as const
export const deskTopics = { base, method: 'GET', path: 'content/topics' } as const
export const publishTopic = { base, method: 'POST', path: 'content/topics' } as const
export const removeTopic = { base, method: 'DELETE', path: 'content/topics/{uid}' } as const
export const deskLinks = { base, method: 'GET', path: 'content/links' } as const
export const publishLink = { base, method: 'POST', path: 'content/links' } as const
export const removeLink = { base, method: 'DELETE', path: 'content/links/{key}' } as const
export const advertisements = { base, method: 'GET', path: 'content/advertisements' } as const
export const publishAdvertisement = { base, method: 'POST', path: 'content/advertisements' } as const
export const switchAdvertisement = { base, method: 'PUT', path: 'content/advertisements/{id}' } as const
export const removeAdvertisement = { base, method: 'DELETE', path: 'content/advertisements/{id}' } as const
export const feedbackMessages = { base, method: 'GET', path: 'content/feedback' } as const
export const markFeedback = { base, method: 'PUT', path: 'content/feedback/{id}' } as const
// Shelf
export const shelfTitles = { base, method: 'GET', path: 'shelf/titles' } as const
export const createTitle = { base, method: 'POST', path: 'shelf/titles' } as const
export const shelfTitle = { base, method: 'GET', path: 'shelf/titles/{key}' } as const
export const changeTitle = { base, method: 'PUT', path: 'shelf/titles/{key}' } as const
export const setTitlePlans = { base, method: 'PUT', path: 'shelf/titles/{key}/plans' } as const
export const setLeavingDay = { base, method: 'PUT', path: 'shelf/titles/{key}/leaving' } as const
export const importTitleFields = { base, method: 'POST', path: 'shelf/titles/{key}/imported-fields' } as const
export const shelfIssues = { base, method: 'GET', path: 'shelf/issues' } as const
export const shelfIssue = { base, method: 'GET', path: 'shelf/issues/{uid}' } as const
export const changeIssue = { base, method: 'PUT', path: 'shelf/issues/{uid}' } as const
export const scheduleIssue = { base, method: 'PUT', path: 'shelf/issues/{uid}/schedule' } as const
export const withdrawIssue = { base, method: 'POST', path: 'shelf/issues/{uid}/withdrawal' } as const
export const republishIssue = { base, method: 'POST', path: 'shelf/issues/{uid}/publication' } as const
export const setRelatedIssues = { base, method: 'PUT', path: 'shelf/issues/{uid}/related' } as const
export const importIssueFields = { base, method: 'POST', path: 'shelf/issues/{uid}/imported-fields' } as const
export const publishers = { base, method: 'GET', path: 'shelf/publishers' } as const
export const createPublisher = { base, method: 'POST', path: 'shelf/publishers' } as const
export const changePublisher = { base, method: 'PUT', path: 'shelf/publishers/{id}' } as const
export const removePublisher = { base, method: 'DELETE', path: 'shelf/publishers/{id}' } as const
export const findOnShelf = { base, method: 'GET', path: 'shelf/places' } as const
// Readers
export const findReaders = { base, method: 'GET', path: 'readers' } as const
export const reader = { base, method: 'GET', path: 'readers/{id}' } as const
export const readerMoney = { base, method: 'GET', path: 'readers/{id}/money' } as const
export const readerEmail = { base, method: 'GET', path: 'readers/{id}/emails/{email}' } as const
export const changeReader = { base, method: 'POST', path: 'readers/{id}/changes' } as const
export const sendReaderEmail = { base, method: 'POST', path: 'readers/{id}/emails' } as const
export const addReaderNote = { base, method: 'POST', path: 'readers/{id}/notes' } as const
export const removeReaderNote = { base, method: 'DELETE', path: 'readers/{id}/notes/{note}' } as const
export const requestView = { base, method: 'POST', path: 'readers/{id}/views/requests' } as const
export const openView = { base, method: 'POST', path: 'readers/{id}/views' } as const
export const lookAsReader = { base, method: 'POST', path: 'readers/{id}/views/looks' } as const
export const exportReader = { base, method: 'POST', path: 'readers/{id}/export' } as const
export const eraseReader = { base, method: 'POST', path: 'readers/{id}/erasure' } as const
export const decideReaderMarket = { base, method: 'POST', path: 'readers/{id}/market' } as const
export const endReaderSubscription = { base, method: 'POST', path: 'readers/{id}/subscriptions/{subscription}/end' } as const
export const changeReaderPlan = { base, method: 'POST', path: 'readers/{id}/subscriptions/{subscription}/plan' } as const
export const grantReaderDays = { base, method: 'POST', path: 'readers/{id}/subscriptions/{subscription}/days' } as const
export const declarations = { base, method: 'GET', path: 'declarations' } as const
export const decideDeclaration = { base, method: 'POST', path: 'declarations/{id}/decisions' } as const
export const refundReader = { base, method: 'POST', path: 'readers/{id}/refunds' } as const
// Money
export const deskInvoices = { base, method: 'GET', path: 'money/invoices' } as const
export const deskInvoicePdf = { base, method: 'GET', path: 'money/invoices/{number}/pdf' } as const
export const declinedCharges = { base, method: 'GET', path: 'money/declined' } as const
export const deskDisputes = { base, method: 'GET', path: 'money/disputes' } as const
export const suspenseEntries = { base, method: 'GET', path: 'money/suspense' } as const
export const assignSuspense = { base, method: 'POST', path: 'money/suspense/{id}/assignment' } as const
export const bookSuspense = { base, method: 'POST', path: 'money/suspense/{id}/booking' } as const
export const returnSuspense = { base, method: 'POST', path: 'money/suspense/{id}/return' } as const
export const differences = { base, method: 'GET', path: 'money/differences' } as const
export const vatByQuarter = { base, method: 'GET', path: 'money/vat' } as const
export const ledgerBalances = { base, method: 'GET', path: 'money/ledger' } as const
export const deferredRevenue = { base, method: 'GET', path: 'money/deferred' } as const
export const bookkeeping = { base, method: 'GET', path: 'money/bookkeeping' } as const
export const saveBookkeeping = { base, method: 'PUT', path: 'money/bookkeeping' } as const
export const moneyExport = { base, method: 'GET', path: 'money/exports/{kind}' } as const

// Prices of running subscriptions
export const deskPrices = { base, method: 'GET', path: 'prices' } as const
export const previewPriceChange = { base, method: 'GET', path: 'prices/preview' } as const
export const startPriceChange = { base, method: 'POST', path: 'prices/changes' } as const
export const stopPriceChange = { base, method: 'POST', path: 'prices/changes/{id}/stop' } as const

// Operations
export const deskJobs = { base, method: 'GET', path: 'operations/jobs' } as const
export const retryDeskJobs = { base, method: 'POST', path: 'operations/jobs/retries' } as const
export const dismissJob = { base, method: 'POST', path: 'operations/jobs/{id}/dismissal' } as const
export const deskAlarms = { base, method: 'GET', path: 'operations/alarms' } as const
export const dismissAlarm = { base, method: 'POST', path: 'operations/alarms/{id}/dismissal' } as const
export const deskRebuilds = { base, method: 'GET', path: 'operations/rebuilds' } as const

// Figures
export const figures = { base, method: 'GET', path: 'figures' } as const
export const revenueFigures = { base, method: 'GET', path: 'figures/revenue' } as const
