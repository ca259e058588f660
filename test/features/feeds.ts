import { asSystem } from '../../src/server/db/as-viewer.ts'
import { type FeatureCases, nothing } from '../feature-cases.ts'
import { all, isLimited, type Rule } from '../row-rules.ts'

const own: Rule = ({ user_id }, { id, kind }) => user_id === id && !isLimited(kind)
const reader: Rule = (_, { kind }) => ['resident', 'vendor', 'crew'].includes(kind)

const hashOf = (byte: number) => Buffer.alloc(32, byte)

export const feeds = {
  async prepare({ portal, idOf }) {
    const row = { user_id: idOf('ned'), name: 'Phone', token_hash: hashOf(1) }
    const { id } = await asSystem(portal.db, (tx) =>
      tx.insertInto('feeds').values(row).returning('id').executeTakeFirstOrThrow(),
    )
    return { feed: id }
  },
  async grow({ portal, idOf }) {
    const row = { user_id: idOf('ned'), name: 'Tablet', token_hash: hashOf(2) }
    await asSystem(portal.db, (tx) => tx.insertInto('feeds').values(row).execute())
  },
  procedures: {
    list: { audiences: ['resident', 'vendor', 'crew', 'unassigned'], by: 'ned', input: nothing },
    create: { audiences: ['resident', 'vendor', 'crew'], by: 'curb', input: () => ({ name: 'Phone' }) },
    revoke: {
      audiences: ['resident', 'vendor', 'crew', 'unassigned'],
      by: 'ned',
      input: (_, { feed }) => ({ id: feed }),
      strangers: { id: ['maya', 'otto', 'curb'] },
    },
  },
  events: { feed_created: { data: { name: 'Phone' } }, feed_revoked: { data: { name: 'Phone' } } },
  tables: { feeds: own },
  writes: { feeds: { insert: all(own, reader), delete: own } },
  refusedUpdates: [['a calendar address', 'update feeds set token_hash = token_hash returning id']],
  async seed({ idOf }, db) {
    for (const [index, who] of (['maya', 'pia', 'olga', 'curb', 'cole', 'ada'] as const).entries())
      await db.query(`insert into feeds (user_id, name, token_hash) values ($1, 'Phone', $2)`, [
        idOf(who),
        hashOf(10 + index),
      ])
  },
  breaches: [
    [
      'a person has at most five calendar addresses',
      `insert into feeds (user_id, name, token_hash)
       select id, 'Phone', sha256(n::text::bytea) from profiles, generate_series(1, 6) as n where role = 'admin'`,
    ],
    [
      'a removed person has no calendar address',
      `update profiles set status = 'removed' where vendor_role = 'crew' and id in (select user_id from feeds)`,
    ],
  ],
} satisfies FeatureCases<'feeds', { feed: string }>
