import { type FeatureCases, nothing } from '../feature-cases.ts'
import { admin, either, neighbor, type Rule, withPower } from '../row-rules.ts'
import { pdf } from '../sample-files.ts'

const manager: Rule = withPower('manage_documents')

type Ids = Record<'document', string>

export const documents = {
  prepare: async (world) => ({ document: await world.document() }),
  procedures: {
    list: { audiences: ['resident'], by: 'ned', input: nothing },
    space: { audiences: [{ resident: 'manage_documents' }], by: 'maya', input: nothing },
    rename: {
      audiences: [{ resident: 'manage_documents' }],
      by: 'maya',
      input: (_, { document }) => ({ id: document, file_name: 'Rules.pdf' }),
      strangers: { id: ['otto'] },
    },
    link: {
      audiences: ['resident'],
      by: 'ned',
      input: (_, { document }) => ({ id: document }),
      strangers: { id: ['otto'] },
    },
  },
  seed: (world) => world.document(),
  tables: { building_documents: either(neighbor, admin), building_storage: either(neighbor, admin) },
  writes: {
    file_keys: { insert: (_, { kind }) => !['anonymous', 'pending', 'unsecured'].includes(kind) },
    building_documents: {
      insert: (row, who, asked) => manager(row, who, asked) && row.uploaded_by === who.id,
      update: manager,
    },
  },
  events: {
    document_uploaded: { data: { file_name: 'Rules.pdf' } },
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
    ['a building uses the space of its files', 'update building_storage set used_bytes = used_bytes + 4096'],
  ],
} satisfies FeatureCases<'documents', Ids>
