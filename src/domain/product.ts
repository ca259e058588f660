/** The product's name and tagline: {the product} in the specification. */
export const PRODUCT = 'Stoop' // [1.name]
export const TAGLINE = 'Love your HOA' // [1.tagline]
