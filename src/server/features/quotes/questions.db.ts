import { sql } from 'kysely'
import { DomainError } from '../../../domain/errors.ts'
import type { RequestRound } from '../../../domain/services/round.ts'
import type { Tx } from '../../db/pool.ts'
import { requireRound } from './requests.db.ts'

/**
 * The questions about a round, the first one first; `own` are those of the viewer's company. Throws DomainError 'not_found' for a
 * round that the viewer does not see.
 */
export async function questionsOfRound(tx: Tx, { building_service_id, round }: RequestRound) {
  await requireRound(tx, { building_service_id, round })
  return tx
    .selectFrom('request_questions as q')
    .where('building_service_id', '=', building_service_id)
    .where('round', '=', round)
    .orderBy('asked_at')
    .orderBy('q.id')
    .select(['q.id', 'question', 'asked_at', 'answer', 'answered_at'])
    .select(
      sql<boolean>`exists (select from question_askers a where a.question_id = q.id and a.vendor_id = viewer_vendor())`.as(
        'own',
      ),
    )
    .execute()
}

/** How a service stands. Its vendors read that while its request is open. */
export async function standingOf(tx: Tx, serviceId: string) {
  const service = await tx
    .selectFrom('building_services')
    .where('id', '=', serviceId)
    .select(['status', 'round'])
    .executeTakeFirst()
  if (!service) throw new DomainError('not_found')
  return service
}

/** How many questions a vendor has asked about a round. */
export async function countQuestions(
  tx: Tx,
  vendorId: string,
  { building_service_id, round }: RequestRound,
): Promise<number> {
  const { count } = await tx
    .selectFrom('question_askers as a')
    .innerJoin('request_questions as q', 'q.id', 'a.question_id')
    .where('a.vendor_id', '=', vendorId)
    .where('q.building_service_id', '=', building_service_id)
    .where('q.round', '=', round)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

type NewQuestion = RequestRound & {
  building_id: string
  question: string
  vendor_id: string
  asked_by: string
}

export async function addQuestion(tx: Tx, { vendor_id, asked_by, ...question }: NewQuestion): Promise<void> {
  const { id } = await tx
    .insertInto('request_questions')
    .values(question)
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.insertInto('question_askers').values({ question_id: id, vendor_id, asked_by }).execute()
}

/** A question of the building under a lock; another building's is not found. */
export async function lockQuestion(tx: Tx, buildingId: string, id: string) {
  const question = await tx
    .selectFrom('request_questions')
    .where('id', '=', id)
    .where('building_id', '=', buildingId)
    .select(['id', 'building_service_id', 'building_id', 'round', 'question', 'answer'])
    .forUpdate()
    .executeTakeFirst()
  if (!question) throw new DomainError('not_found')
  return question
}

type Answered = { answer: string; answered_by: string; answered_at: Date }

export async function saveQuestionAnswer(tx: Tx, id: string, answered: Answered): Promise<void> {
  await tx.updateTable('request_questions').set(answered).where('id', '=', id).execute()
}
