import de from '../../../../messages/de/invoices.json' with { type: 'json' }
import en from '../../../../messages/en/invoices.json' with { type: 'json' }
import fr from '../../../../messages/fr/invoices.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** Texts of invoices and their corrections. In tax law "Gutschrift" is something else: an invoice issued by the buyer. */
export const invoiceMessages = bundle({ de, en, fr })
