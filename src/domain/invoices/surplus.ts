type PaidSums = {
  /** After credit notes and refunds. */
  owed: number
  /** Without what a bank returned. */
  paid: number
  /** What of it a bank holds until it decides. */
  disputed: number
  /** What of it is on its way back. */
  returning: number
}

/** What was paid beyond what is owed and stays whatever a bank decides, in cents: it is to be given back. Product 3.3 */
export const surplusOf = ({ owed, paid, disputed, returning }: PaidSums): number =>
  Math.max(0, paid - disputed - returning - owed)
