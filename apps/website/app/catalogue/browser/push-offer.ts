import { pushEndpoint } from '@kiosk/domain/reading/push-url'
import { type PushMessage, showPushSwitch } from '@kiosk/ui/browser/push-switch'

// Offers push notifications for new issues (`push-offer.tsx`), even if a form has just added the offer to the page.

function showOffers(): void {
  for (const offer of document.querySelectorAll<HTMLElement>('[data-push-offer]')) {
    const words = JSON.parse(offer.dataset.pushOffer!) as Record<PushMessage, string>
    delete offer.dataset.pushOffer
    void showPushSwitch(offer, { endpoint: pushEndpoint, t: (key) => words[key], offered: true })
  }
}

document.addEventListener('part-replaced', showOffers)
showOffers()
