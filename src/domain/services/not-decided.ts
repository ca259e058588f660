/** Why a request closed that nobody decided. Also how a vendor's screens tell it from one that was withdrawn. Product 2.2 */
export const NOT_DECIDED = 'Nothing was decided in time.'
