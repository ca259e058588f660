import type { FeatureCases } from '../feature-cases.ts'

export const realtime = {
  procedures: {
    changes: {
      audiences: ['resident', 'vendor', 'crew', 'admin', 'unsecured', 'pending', 'unassigned'],
      by: 'ned',
      input: () => ({ lastEventId: '0' }),
    },
  },
} satisfies FeatureCases<'realtime'>
