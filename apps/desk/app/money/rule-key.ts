/** Last part of the key of a rule's name; of a rule with consent, it says what happens without it. */
export const ruleKey = ({ rule, withoutConsent }: { rule: string; withoutConsent: string }) =>
  rule === 'consent' ? `consent-${withoutConsent}` : rule
