import type { ServerFeature } from '../../feature.ts'
import { votesRouter } from './api.ts'
import { ballotRoutes } from './ballot-route.ts'
import { certificatePdf } from './certificate-pdf.ts'
import { allVotesExport, votesExport } from './export.ts'
import { voteMails } from './mail.ts'
import { runVotes } from './run-votes.ts'
import { voteFileAttachment } from './vote-file.ts'

export const votes = {
  router: votesRouter,
  mails: voteMails,
  attachments: [voteFileAttachment],
  exports: [votesExport, allVotesExport, certificatePdf],
  routes: ballotRoutes,
  jobs: [{ name: 'votes', cron: '* * * * *', atStart: true, run: runVotes }],
} satisfies ServerFeature
