import { type FeatureCases, nothing } from '../feature-cases.ts'
import { admin, all, either, neighbor, type Row, type Rule, withPower } from '../row-rules.ts'
import { pdf } from '../sample-files.ts'
import type { World } from '../world.ts'

const manager: Rule = withPower('manage_documents')
const isListed = ({ deleted_at }: Row) => deleted_at === null

type Ids = Record<'document' | 'unwanted' | 'binned', string>

/** A document in the bin of 1431 Minor Ave. */
async function binned(world: World, name = 'Old Rules.pdf'): Promise<string> {
  const id = await world.document(name)
  await world.as('maya').documents.delete({ id })
  return id
}

export const documents = {
  prepare: async (world) => ({
    document: await world.document(),
    unwanted: await world.document('Unwanted.pdf'),
    binned: await binned(world),
  }),
  grow: (world) => binned(world, 'Older Rules.pdf'),
  procedures: {
    list: { audiences: ['resident'], by: 'ned', input: () => ({ page: 1, search: null }) },
    space: { audiences: [{ resident: 'manage_documents' }], by: 'maya', input: nothing },
    bin: { audiences: [{ resident: 'manage_documents' }], by: 'maya', input: () => ({ page: 1 }) },
    rename: {
      audiences: [{ resident: 'manage_documents' }],
      by: 'maya',
      input: (_, { document }) => ({ id: document, file_name: 'Rules.pdf' }),
      strangers: { id: ['otto'] },
    },
    delete: {
      audiences: [{ resident: 'manage_documents' }],
      by: 'maya',
      input: (_, { unwanted }) => ({ id: unwanted }),
      strangers: { id: ['otto'] },
    },
    restore: {
      audiences: [{ resident: 'manage_documents' }],
      by: 'maya',
      input: (_, { binned }) => ({ id: binned }),
      strangers: { id: ['otto'] },
    },
    emptyBin: {
      audiences: [{ resident: 'manage_documents' }],
      by: 'maya',
      input: () => ({ documents: 1 }),
    },
    link: {
      audiences: ['resident'],
      by: 'ned',
      input: (_, { document }) => ({ id: document }),
      strangers: { id: ['otto'] },
    },
  },
  seed: async (world) => {
    await world.document()
    await binned(world)
  },
  tables: {
    building_documents: either(all(neighbor, isListed), manager, admin),
    building_storage: either(neighbor, admin),
  },
  writes: {
    file_keys: { insert: (_, { kind }) => !['anonymous', 'pending', 'unsecured'].includes(kind) },
    building_documents: {
      insert: (row, who, asked) => manager(row, who, asked) && row.uploaded_by === who.id,
      update: all(manager, ({ deleted_by }, { id }) => deleted_by === null || deleted_by === id),
      delete: all(manager, (row) => !isListed(row)),
    },
  },
  events: {
    document_uploaded: { data: { file_name: 'Rules.pdf' } },
    document_replaced: {
      data: {
        file_name: 'Rules.pdf',
        earlier_name: 'Old Rules.pdf',
        earlier_id: '0188d7a0-0000-7000-8000-00000000000a',
      },
    },
    document_deleted: { data: { file_name: 'Rules.pdf' } },
    document_restored: { data: { file_name: 'Rules.pdf' } },
    document_purged: { data: { file_name: 'Rules.pdf' } },
    document_renamed: { data: { file_name: 'Rules.pdf', earlier_name: 'House Rules.pdf' } },
  },
  attachments: {
    document: {
      addedBy: [{ resident: 'manage_documents' }],
      seenBy: ['resident'],
      maxSize: 10 * 1024 * 1024,
      backedUp: true,
      by: 'maya',
      query: '?name=Rules.pdf',
      sample: pdf(),
      addressOf: async ({ documents }, { id = '' }) => (await documents.link({ id })).url,
      strangers: ['otto'],
    },
  },
  breaches: [
    ['each document has its event', `delete from events where kind = 'document_uploaded'`],
    [
      'each document in the bin has the event that put it there',
      `delete from events where kind = 'document_deleted'`,
    ],
    ['a building uses the space of its files', 'update building_storage set used_bytes = used_bytes + 4096'],
  ],
} satisfies FeatureCases<'documents', Ids>
