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
    route('*', 'shell/not-found-screen.tsx'),
  ]),
]
