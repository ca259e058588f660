import { sql } from 'kysely'
import type { Office } from '../../../domain/members/office.ts'
import type { Tie } from '../../../domain/members/unit.ts'
import { isoText } from '../../db/iso-text.ts'
import type { Tx } from '../../db/pool.ts'
import type { PageRange } from '../../db/statement.ts'

const waiting = (tx: Tx, buildingId: string) =>
  tx
    .selectFrom('profiles as p')
    .leftJoin('join_requests as r', 'r.profile_id', 'p.id')
    .leftJoin('member_invitations as i', 'i.profile_id', 'p.id')
    .where('p.building_id', '=', buildingId)
    .where('p.status', '=', 'pending')

/** How many people wait for approval, and how many are invited. */
export const countQueue = (tx: Tx, buildingId: string) =>
  waiting(tx, buildingId)
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('i.profile_id', 'is', null).as('waiting'),
      fn.countAll<number>().filterWhere('i.profile_id', 'is not', null).as('invited'),
    ])
    .executeTakeFirstOrThrow()

/** A page of who waits, oldest first, then of who is invited; with who holds the unit that they wrote. */
export const listQueue = (tx: Tx, buildingId: string, { limit, offset }: PageRange) =>
  waiting(tx, buildingId)
    .select(['p.id', 'p.first_name', 'p.last_name', 'p.email', 'p.unit_number', 'p.role', 'r.note'])
    .select([isoText('p', 'created_at'), sql<boolean>`r.link_id is not null`.as('by_link')])
    .select(sql<boolean>`i.profile_id is not null`.as('invited'))
    .select(sql<boolean>`address_is_confirmed(p.id)`.as('confirmed'))
    .select(
      sql<{ name: string; tie: Tie }[]>`coalesce((
        select jsonb_agg(jsonb_build_object('name', other.full_name, 'tie', h.tie) order by h.tie, other.full_name)
        from units u join unit_holders h on h.unit_id = u.id join profiles other on other.id = h.profile_id
        where u.building_id = p.building_id and u.key = unit_key(p.unit_number)), '[]')`.as('holders'),
    )
    .orderBy(sql`i.profile_id is not null`)
    .orderBy('p.created_at')
    .orderBy('p.id')
    .limit(limit)
    .offset(offset)
    .execute()

/**
 * What a person of the building holds and has caused that ends with a removal: of votes, how many open ones they vote in, the units whose proxy
 * they hold or gave and that have not voted, and how many elections they stand in that have not opened.
 */
export async function readRemoval(tx: Tx, buildingId: string, personId: string) {
  const { rows } = await sql<{
    units: { number: string; tie: Tie }[]
    offices: Office[]
    links: number
    invited: number
    offered: boolean
    votes: number
    proxies: string[]
    elections: number
  }>`
    select coalesce((select jsonb_agg(jsonb_build_object('number', u.number, 'tie', h.tie) order by u.sorted)
        from unit_holders h join units u on u.id = h.unit_id where h.profile_id = p.id), '[]') as units,
      array(select o.office from officers o where o.profile_id = p.id order by o.office) as offices,
      (select count(*)::int from invitation_links l where l.created_by = p.id and l.revoked_at is null
        and l.uses < l.max_uses and l.expires_at > clock_timestamp()) as links,
      (select count(*)::int from member_invitations i where i.invited_by = p.id) as invited,
      exists (select from captaincy_offers o where o.to_person = p.id) as offered,
      (select count(distinct m.vote_id)::int from vote_voters m join votes v on v.id = m.vote_id
        where m.profile_id = p.id and v.state = 'open') as votes,
      array(select distinct r.number from vote_proxies x join votes v on v.id = x.vote_id
        join vote_roll r on r.vote_id = x.vote_id and r.unit_id = x.unit_id
        where p.id in (x.holder_id, x.given_by) and v.state = 'open' and r.voted_as is null order by r.number) as proxies,
      (select count(distinct o.vote_id)::int from vote_options o join votes v on v.id = o.vote_id
        where o.candidate_id = p.id and o.answer = 'accepted' and v.state = 'scheduled') as elections
    from profiles p where p.id = ${personId} and p.building_id = ${buildingId}`.execute(tx)
  return rows[0]
}
