/** Options for Node.js with which a process, and its workers, have a clock that is wrong by so many minutes. */
export function shiftedClock(minutes: number): string {
  const preload = `const Real = Date, shift = ${minutes * 60_000};
    globalThis.Date = class Date extends Real {
      constructor(...given) { given.length === 0 ? super(Real.now() + shift) : super(...given) }
      static now() { return Real.now() + shift }
    }`
  return `--import=data:text/javascript,${encodeURIComponent(preload)}`
}
