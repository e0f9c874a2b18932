/** Last part of the message key of a rule's name; for a rule with consent, it says what happens without consent. */
export const ruleKey = ({ rule, withoutConsent }: { rule: string; withoutConsent: string }) =>
  rule === 'consent' ? `consent-${withoutConsent}` : rule

/** Message key of the days on which a new price is first charged. */
export const chargedKey = ({ firstDay, lastDay }: { firstDay: string; lastDay: string }) =>
  firstDay === lastDay ? 'DESK.PRICE.CHARGED_ON' : 'DESK.PRICE.CHARGED'
