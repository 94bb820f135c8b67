import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { descriptionOf } from '@doorwright/crds/providers/described.ts';
import { providerTypes } from '@doorwright/crds/providers/index.ts';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const text = readFileSync(join(root, 'api', 'providers', 'oauth', 'README.md'), 'utf8');
const [, , ...rows] = text.split('\n').filter((line) => line.startsWith('|'));
const cells = rows.map((row) => row.split('|').map((cell) => cell.trim()));
/** The names of a row may have a sub type behind a comma, or a newer name in brackets. */
const typeOf = ([, name = '']: string[]) => name.replace(/[,(].*/, '').trim();

test('the table of services names each type that signs users in', () => {
  const types = providerTypes.filter((type) => descriptionOf({ category: 'OAuth', type }));
  expect(types.length).toBeGreaterThan(26);
  expect([...new Set(cells.map(typeOf))].sort()).toEqual([...types].sort());
});

test.each(cells)('the table says what a service was tried against: %s %s', (...row) => {
  const [standIn = ''] = /[\w-]+\.ts/.exec(row[6] ?? '') ?? [];
  expect(standIn && existsSync(join(import.meta.dirname, 'stand-ins', standIn))).toBe(true);
});
