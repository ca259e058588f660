/** The stoop: three steps, and on top of them a neighbor who is also the rising sun. */
export function Logo({ size = 38 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 40 40" aria-hidden="true">
      <rect width="40" height="40" rx="11" fill="#1c5a42" />
      <path d="M16.4 20.6v-4.8a3.6 3.6 0 0 1 7.2 0v4.8z" fill="#f5c887" />
      <rect x="14" y="18.6" width="12" height="3.7" rx="1.85" fill="#fdfaf2" />
      <rect x="11" y="23.7" width="18" height="3.7" rx="1.85" fill="#fdfaf2" />
      <rect x="8" y="28.8" width="24" height="3.7" rx="1.85" fill="#fdfaf2" />
    </svg>
  )
}
