import { gridOf } from '@doorwright/console/src/admin/pages/home/grid.ts';
import { expect, test } from 'vitest';

test.each([
  [0, [0, 1, 2, 3, 4]],
  [4, [0, 2, 4]],
  [7, [0, 2, 4, 6, 8]],
  [19, [0, 10, 20]],
  [130, [0, 50, 100, 150]],
  [98_765, [0, 50_000, 100_000]],
])('a chart of at most %i has grid lines at whole, even counts', (most, lines) => {
  expect(gridOf(most)).toEqual(lines);
});
