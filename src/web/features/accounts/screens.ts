import type { WebFeature } from '../../feature.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

export const accounts: WebFeature = {
  screens: [
    {
      path: '/login', // [2.route.login]
      page: 'login',
      shownTo: 'signed-out',
      title: 'Sign In',
      component: lazyPart(() => import('./login-page.tsx'), 'LoginPage'),
    },
    {
      path: '/signup', // [2.route.signup]
      page: 'signup',
      shownTo: 'signed-out',
      title: 'Join',
      component: lazyPart(() => import('./signup-page.tsx'), 'SignupPage'),
    },
    {
      path: '/reset-password', // [2.route.links]
      page: 'login',
      shownTo: 'everyone',
      title: 'Choose a new password',
      component: lazyPart(() => import('./reset-password-page.tsx'), 'ResetPasswordPage'),
    },
    {
      path: '/confirm-email', // [2.route.links]
      page: 'login',
      shownTo: 'everyone',
      title: 'Confirm your e-mail address',
      component: lazyPart(() => import('./confirm-email-page.tsx'), 'ConfirmEmailPage'),
    },
    {
      path: '/invitation',
      page: 'login',
      shownTo: 'everyone',
      title: 'Invitation',
      component: lazyPart(() => import('./invitation-page.tsx'), 'InvitationPage'),
    },
    { path: '/dashboard', page: 'landing', shownTo: 'signed-in', title: 'Dashboard' }, // [2.route.dashboard]
  ],
}
