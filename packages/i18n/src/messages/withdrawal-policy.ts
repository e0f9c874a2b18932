import de from '../../../../messages/de/withdrawal-policy.json' with { type: 'json' }
import en from '../../../../messages/en/withdrawal-policy.json' with { type: 'json' }
import fr from '../../../../messages/fr/withdrawal-policy.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** Legal texts about the right of withdrawal, by the operator's policy (ADR-0082). */
export const withdrawalPolicyMessages = bundle({ de, en, fr })
