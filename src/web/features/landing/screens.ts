import type { WebFeature } from '../../feature.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

export const landing: WebFeature = {
  screens: [
    {
      path: '/', // [2.route.landing]
      page: 'landing',
      shownTo: 'everyone',
      title: 'Love your HOA',
      component: lazyPart(() => import('./landing-screen.tsx'), 'LandingScreen'),
    },
  ],
}
