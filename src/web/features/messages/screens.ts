import { trpc } from '../../api.ts'
import { residentRoles, vendorRoles, type WebFeature } from '../../feature.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { section } from '../../ui/sections.tsx'
import { vendorNews, vendorThread } from '../quotes/slots.ts'
import { serviceNews, serviceThread } from '../services/slots.ts'

const screen = {
  title: 'Messages',
  component: lazyPart(() => import('./thread-page.tsx'), 'ThreadPage'),
} as const
const ThreadLink = lazyPart(() => import('./thread-link.tsx'), 'ThreadLink')
const NewMessages = lazyPart(() => import('./new-messages.tsx'), 'NewMessages')
const queries = () => [trpc.messages.unread.queryOptions()]

export const messages: WebFeature = {
  screens: [
    {
      ...screen,
      path: '/home/services/messages',
      page: 'home',
      shownTo: residentRoles,
      power: 'manage_visits',
    },
    { ...screen, path: '/vendor/services/messages', page: 'vendor', shownTo: vendorRoles },
  ],
  sections: [
    section(serviceThread, ThreadLink, { order: 10 }),
    section(vendorThread, ThreadLink, { order: 10 }),
    section(serviceNews, NewMessages, { order: 10, queries }),
    section(vendorNews, NewMessages, { order: 10, queries }),
  ],
}
