import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { portfolioPhotoAttachment } from '../features/vendors/portfolio-photo.ts'
import { refreshScorecards } from '../features/vendors/scorecards.ts'
import type { Portal } from '../rpc/context.ts'
import { addFile } from '../storage/add-file.ts'
import type { Person } from './person.ts'
import { drawVisitPhoto } from './visit-photos.ts'

type DemoProfile = { about: string; service_area: string; work: string[] }

/** What some vendors say of themselves, and the services of which they show photos; the others have not written yet. */
const PROFILES: Record<string, DemoProfile> = {
  evergreen: {
    about:
      'Three gardeners and a small electric truck. We come on the same mornings, cut quietly, and take the cuttings with us. A photo of each bed is with every visit.',
    service_area: 'Ballard, Phinney Ridge and Fremont',
    work: ['Landscaping', 'Landscaping', 'House'],
  },
  hilltop: {
    about:
      'Halls, windows and walks since 2009. The same two people come to your building, and they know where the salt is.',
    service_area: 'Capitol Hill, First Hill and the Central District',
    work: ['Common Area Cleaning', 'House'],
  },
  curb: {
    about: 'Bins out before seven, back in before noon. We wash what we spill.',
    service_area: 'All of Seattle south of the Ship Canal',
    work: ['Trash Take-Out', 'Trash Take-Out'],
  },
}

/** Vendors write about themselves and show their work, and what was recorded of all is counted. */
export async function showProfiles(portal: Portal, people: Map<string, Person>): Promise<void> {
  for (const [key, { work, ...about }] of Object.entries(PROFILES)) {
    const owner = people.get(key)
    const viewer = (await owner?.call.accounts.session())?.viewer
    if (!owner || viewer?.kind !== 'vendor') throw new Error(`The demo city knows no vendor '${key}'`)
    await owner.call.vendors.saveAbout(about)
    for (const [number, service] of work.entries()) {
      const body = Readable.from([await drawVisitPhoto(service, number)])
      await addFile(portal, portfolioPhotoAttachment, viewer, { query: { id: randomUUID() }, body })
    }
  }
  await refreshScorecards(portal)
}
