import { index, layout, route } from '@react-router/dev/routes'

/** Every page of the desk, below `/desk`. */
export default [
  route('sign-in', 'sign-in/sign-in-screen.tsx'),
  route('invitation', 'sign-in/invitation-screen.tsx'),
  layout('shell/frame.tsx', [
    index('today/today-screen.tsx'),
    route('front/:set?', 'front/front-screen.tsx'),
    route('takedowns', 'takedowns/takedowns-screen.tsx'),
    route('newsletters', 'newsletters/newsletters-screen.tsx'),
    route('newsletters/:id', 'newsletters/newsletter-screen.tsx'),
    route('staff', 'staff/staff-screen.tsx'),
    route('security', 'staff/security-screen.tsx'),
    route('audit', 'audit/audit-screen.tsx'),
    route('offers', 'offers/prices-screen.tsx'),
    route('offers/vouchers', 'offers/vouchers-screen.tsx'),
    route('offers/promo-codes', 'offers/promo-codes-screen.tsx'),
    route('offers/campaigns', 'offers/campaigns-screen.tsx'),
    route('offers/campaigns/new', 'offers/campaign-screen.tsx', { id: 'new-campaign' }),
    route('offers/campaigns/:key', 'offers/campaign-screen.tsx'),
    route('content', 'content/texts-screen.tsx'),
    route('content/texts/:key', 'content/text-screen.tsx'),
    route('content/topics', 'content/topics-screen.tsx'),
    route('content/links', 'content/links-screen.tsx'),
    route('content/advertisements', 'content/advertisements-screen.tsx'),
    route('content/feedback', 'content/feedback-screen.tsx'),
    route('*', 'shell/not-found-screen.tsx'),
  ]),
]
