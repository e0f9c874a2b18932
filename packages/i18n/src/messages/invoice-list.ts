import de from '../../../../messages/de/invoice-list.json' with { type: 'json' }
import en from '../../../../messages/en/invoice-list.json' with { type: 'json' }
import fr from '../../../../messages/fr/invoice-list.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** The page of the reader's invoices. */
export const invoiceListMessages = bundle({ de, en, fr })
