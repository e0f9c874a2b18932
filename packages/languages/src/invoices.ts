import { bundle } from './words.ts'

/** Words of invoices and credit notes. */
export const invoiceWords = bundle({
  de: {
    'INVOICE.LINE': 'read-it {tier}, {from} bis {to}',
    'INVOICE.LINE_REST': 'Nicht genutzte Zeit, {from} bis {to}',
    'INVOICE.LINE_REFUND': 'Erstattung, {from} bis {to}',
  },
  en: {
    'INVOICE.LINE': 'read-it {tier}, {from} to {to}',
    'INVOICE.LINE_REST': 'Unused time, {from} to {to}',
    'INVOICE.LINE_REFUND': 'Refund, {from} to {to}',
  },
  fr: {
    'INVOICE.LINE': 'read-it {tier}, du {from} au {to}',
    'INVOICE.LINE_REST': 'Durée non utilisée, du {from} au {to}',
    'INVOICE.LINE_REFUND': 'Remboursement, du {from} au {to}',
  },
})
