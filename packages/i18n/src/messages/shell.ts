import de from '../../../../messages/de/shell.json' with { type: 'json' }
import en from '../../../../messages/en/shell.json' with { type: 'json' }
import fr from '../../../../messages/fr/shell.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** The frame around every page: bars, footer, dialogs, cookies, errors. */
export const shellMessages = bundle({ de, en, fr })
