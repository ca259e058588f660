import type { ServerFeature } from '../../feature.ts'
import { teamRouter } from './api.ts'
import { teamMails } from './mail.ts'

export const team = { router: teamRouter, mails: teamMails } satisfies ServerFeature
