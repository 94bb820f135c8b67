import { BoundedMap } from '@doorwright/api/memory/bounded-map.ts';
import { expect, test } from 'vitest';

test('100,000 different keys take no more room than the bound, and the last ones stay', () => {
  const map = new BoundedMap<string, number>(500);
  let most = 0;
  for (let index = 0; index < 100_000; index++) most = Math.max(most, map.set(`key-${index}`, index).size);
  expect(most).toBe(500);
  expect(map.get('key-99999')).toBe(99_999);
  expect(map.get('key-99500')).toBe(99_500);
  expect(map.has('key-99499')).toBe(false);
});

test('what is set again is young again', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1).set('b', 2).set('a', 3).set('c', 4);
  expect([...map]).toEqual([
    ['a', 3],
    ['c', 4],
  ]);
});
