import type { ServerFeature } from '../../feature.ts'
import { visitsRouter } from './api.ts'
import { visitMails } from './mail.ts'

export const visits = { router: visitsRouter, mails: visitMails } satisfies ServerFeature
