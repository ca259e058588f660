/** The product's name and tagline: wherever the specification says {the product}, this stands. */
export const PRODUCT = 'Stoop'
export const TAGLINE = 'Love your HOA'
