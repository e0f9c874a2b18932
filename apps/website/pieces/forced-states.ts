const POINTED = ':where(a, button, input, label, li, select, textarea)'
const FOCUSED = ':where(a, button, input, select, textarea, [tabindex])'

/**
 * Copies every rule for hover and focus to elements within `data-forced="hover"` or `"focus"`, so that both states are
 * visible. A copy directly follows its rule and has the same specificity.
 */
export function forceStates(): void {
  for (const sheet of document.styleSheets) copyRules(sheet)
}

function copyRules(parent: CSSStyleSheet | CSSGroupingRule): void {
  // Backwards, so that inserted copies do not shift rules that are still to be read.
  for (let at = parent.cssRules.length - 1; at >= 0; at--) {
    const rule = parent.cssRules[at]
    if (rule instanceof CSSStyleRule) {
      const forced = rule.selectorText
        .replaceAll(':hover', `:is([data-forced="hover"] ${POINTED})`)
        .replaceAll(':focus-visible', `:is([data-forced="focus"] ${FOCUSED})`)
      if (forced !== rule.selectorText) parent.insertRule(`${forced} { ${rule.style.cssText} }`, at + 1)
    } else if (rule instanceof CSSGroupingRule) copyRules(rule)
  }
}
