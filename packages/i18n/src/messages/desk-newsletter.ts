import de from '../../../../messages/de/desk-newsletter.json' with { type: 'json' }
import en from '../../../../messages/en/desk-newsletter.json' with { type: 'json' }
import fr from '../../../../messages/fr/desk-newsletter.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** Texts of the desk about newsletters. */
export const deskNewsletterMessages = bundle({ de, en, fr })
