/** Last part of the message key of a rule's name; for a rule with consent, it says what happens without consent. */
export const ruleKey = ({ rule, withoutConsent }: { rule: string; withoutConsent: string }) =>
  rule === 'consent' ? `consent-${withoutConsent}` : rule
