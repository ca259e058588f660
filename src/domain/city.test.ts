import { expect, test } from 'vitest'
import { city } from './city.ts'

test.each([
  ['seattle', 'Seattle'],
  ['SEATTLE', 'Seattle'],
  [' new  york ', 'New  York'],
  ['fond du lac', 'Fond du Lac'],
  ['LAKE IN THE HILLS', 'Lake in the Hills'],
  ['la jolla', 'La Jolla'],
  ['wilkes-barre', 'Wilkes-Barre'],
  ["coeur d'alene", "Coeur d'Alene"],
  ["O'FALLON", "O'Fallon"],
  ["martha's vineyard", "Martha's Vineyard"],
  ['mckinney', 'McKinney'],
  ['st. paul', 'St. Paul'],
  ['cañon city', 'Cañon City'],
  ['zürich', 'Zürich'],
  ['東京', '東京'],
])('the city %j is written %j', (typed, written) => {
  expect(city.parse(typed)).toBe(written)
})

test.each([
  'SeaTac',
  'DeKalb',
  "Land O' Lakes",
  'Truth or Consequences',
  'Mt Vernon',
])('the city %j stays as it was typed', (typed) => {
  expect(city.parse(typed)).toBe(typed)
})
