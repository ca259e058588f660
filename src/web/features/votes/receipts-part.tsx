import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { keptBallot, receiptHash } from './cast-secret.ts'
import { ReceiptField } from './receipt-text.tsx'
import type { ShownVote } from './shown-vote.ts'
import { VOTE_MESSAGES } from './vote-messages.ts'
import classes from './votes.module.css'

/** The hashes of all receipts of a secret vote; this browser looks for its own among them, and asks nobody. Product 4.4 */
export function ReceiptsPart({ vote }: { vote: ShownVote }) {
  const receipts = useQuery(trpc.votes.receipts.queryOptions({ id: vote.id }))
  const [own, setOwn] = useState<readonly string[]>([])
  const units = vote.units.map(({ unit_id }) => unit_id).join()
  useEffect(() => {
    let isGone = false
    const look = async () => {
      const kept = await Promise.all(
        units
          .split(',')
          .filter(Boolean)
          .map((unit) => keptBallot(vote.id, unit)),
      )
      const hashes = await Promise.all(kept.flatMap((ballot) => (ballot ? receiptHash(ballot.token) : [])))
      if (!isGone) setOwn(hashes)
    }
    void look()
    return () => {
      isGone = true
    }
  }, [units, vote.id])
  if (receipts.isError)
    return (
      <LoadFailed
        reason={VOTE_MESSAGES.loadFailed(reasonOf(receipts.error))}
        onRetry={() => receipts.refetch()}
        busy={receipts.isFetching}
      />
    )
  if (!receipts.data) return <RowSkeletons label="Loading the receipts…" />
  const hashes = receipts.data
  return (
    <section className={classes.section} aria-labelledby="receipts">
      <Title order={2} size="h3" id="receipts">
        Receipts of the ballots that were counted
      </Title>
      <p className={classes.hint}>
        Each line is the SHA-256 hash of one ballot’s receipt. Whose it is, and what it chose, is recorded
        nowhere.
      </p>
      {own.map((hash) => (
        <p key={hash} role="status">
          {hashes.includes(hash)
            ? 'Your ballot was counted: its receipt is in this list.'
            : 'The receipt that this browser keeps is not in this list.'}
        </p>
      ))}
      <ul className={classes.hashes} aria-label="Hashes of receipts">
        {hashes.map((hash) => (
          <li key={hash} className={own.includes(hash) ? classes.own : undefined}>
            {hash}
          </li>
        ))}
      </ul>
      <ReceiptField
        onReceipt={(token) =>
          void receiptHash(token).then((hash) => setOwn((before) => [...new Set([...before, hash])]))
        }
      />
    </section>
  )
}
