import de from '../../../../messages/de/invoices.json' with { type: 'json' }
import en from '../../../../messages/en/invoices.json' with { type: 'json' }
import fr from '../../../../messages/fr/invoices.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** Words of invoices and of what corrects them. "Gutschrift" has a meaning of its own in tax law: an invoice that the buyer writes. */
export const invoiceMessages = bundle({ de, en, fr })
