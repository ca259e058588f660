/** A row house with its stoop in the evening. */
export function HomePicture() {
  return (
    <svg viewBox="0 0 400 480" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <rect width="400" height="480" fill="#fdebd3" />
      <circle cx="306" cy="112" r="44" fill="#f5c887" />
      <rect x="-20" y="190" width="120" height="234" fill="#dba77d" />
      <rect x="-26" y="180" width="132" height="14" rx="3" fill="#2f5c48" />
      <rect x="306" y="222" width="120" height="202" fill="#7d9184" />
      <rect x="300" y="212" width="132" height="14" rx="3" fill="#2f5c48" />
      <rect x="100" y="132" width="206" height="292" fill="#b4532a" />
      <rect x="92" y="120" width="222" height="16" rx="3" fill="#2f5c48" />
      <g fill="#ffe7ae">
        <rect x="128" y="168" width="40" height="54" rx="2" />
        <rect x="238" y="168" width="40" height="54" rx="2" />
        <rect x="238" y="268" width="40" height="54" rx="2" />
        <rect x="24" y="230" width="34" height="44" rx="2" />
        <rect x="340" y="260" width="34" height="44" rx="2" />
      </g>
      <rect x="128" y="268" width="40" height="54" rx="2" fill="#f6efe6" />
      <path d="M168 392v-76a35 35 0 0 1 70 0v76z" fill="#123b2c" />
      <path d="M182 318a21 21 0 0 1 42 0v8h-42z" fill="#ffe7ae" />
      <circle cx="226" cy="360" r="3.4" fill="#f5c887" />
      <rect x="154" y="390" width="98" height="12" rx="2" fill="#efe7da" />
      <rect x="142" y="401" width="122" height="12" rx="2" fill="#e1d6c4" />
      <rect x="130" y="412" width="146" height="13" rx="2" fill="#d3c6b1" />
      <rect y="424" width="400" height="56" fill="#e6dac6" />
      <path d="M72 424v-62M344 424v-52" stroke="#7a4a2b" strokeWidth="7" strokeLinecap="round" />
      <g fill="#2f7d5b">
        <circle cx="72" cy="330" r="38" />
        <circle cx="344" cy="346" r="32" />
      </g>
      <g fill="#256a4b">
        <circle cx="54" cy="346" r="23" />
        <circle cx="360" cy="362" r="18" />
      </g>
    </svg>
  )
}

/** A front door, for the people who live behind it. */
export function DoorPicture() {
  return (
    <svg viewBox="0 0 360 170" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <rect width="360" height="170" fill="#fdebd3" />
      <circle cx="296" cy="46" r="22" fill="#f5c887" />
      <rect x="96" y="26" width="168" height="129" fill="#b4532a" />
      <rect x="88" y="18" width="184" height="12" rx="3" fill="#2f5c48" />
      <g fill="#ffe7ae">
        <rect x="114" y="52" width="30" height="40" rx="2" />
        <rect x="216" y="52" width="30" height="40" rx="2" />
      </g>
      <path d="M156 136V78a24 24 0 0 1 48 0v58z" fill="#123b2c" />
      <path d="M166 80a14 14 0 0 1 28 0v6h-28z" fill="#ffe7ae" />
      <circle cx="196" cy="110" r="2.6" fill="#f5c887" />
      <rect x="146" y="134" width="68" height="7" rx="2" fill="#efe7da" />
      <rect x="138" y="141" width="84" height="7" rx="2" fill="#e1d6c4" />
      <rect x="130" y="148" width="100" height="7" rx="2" fill="#d3c6b1" />
      <rect y="154" width="360" height="16" fill="#e6dac6" />
      <path d="M60 154v-34M306 154v-30" stroke="#7a4a2b" strokeWidth="5" strokeLinecap="round" />
      <g fill="#2f7d5b">
        <circle cx="60" cy="100" r="24" />
        <circle cx="306" cy="108" r="20" />
      </g>
    </svg>
  )
}

/** A vendor's van on its way to a job. */
export function VanPicture() {
  return (
    <svg viewBox="0 0 360 170" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <rect width="360" height="170" fill="#e7f1ea" />
      <circle cx="62" cy="44" r="22" fill="#f5c887" />
      <g fill="#c3dccd">
        <rect x="14" y="84" width="54" height="70" />
        <rect x="292" y="62" width="62" height="92" />
      </g>
      <rect y="150" width="360" height="20" fill="#e6dac6" />
      <path d="M96 46h126a8 8 0 0 1 8 8v90H88V54a8 8 0 0 1 8-8z" fill="#1c5a42" />
      <path d="M230 76h34a12 12 0 0 1 10 6l18 28a12 12 0 0 1 2 7v27h-64z" fill="#256a4b" />
      <path d="M240 86h23l16 26h-39z" fill="#fdf6e8" />
      <path d="M118 112h80v-12h-13V88h-13V76h-28v12h-13v12h-13z" fill="#f5c887" />
      <rect x="88" y="134" width="206" height="10" fill="#123b2c" />
      <path d="M90 40h116" stroke="#7a4a2b" strokeWidth="5" strokeLinecap="round" />
      <path d="M104 34v12M136 34v12M168 34v12M200 34v12" stroke="#7a4a2b" strokeWidth="4" />
      <g fill="#1e2a25">
        <circle cx="132" cy="146" r="18" />
        <circle cx="252" cy="146" r="18" />
      </g>
      <g fill="#efe7da">
        <circle cx="132" cy="146" r="8" />
        <circle cx="252" cy="146" r="8" />
      </g>
    </svg>
  )
}
