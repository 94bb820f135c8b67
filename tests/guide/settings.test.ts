import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settings } from '@doorwright/api/core/settings.ts';
import { settingsPage } from '@doorwright/api/process/bin/settings-page.ts';
import { kinds } from '@doorwright/crds';
import { readValues, type Value } from '@doorwright/crds/generate/chart-values.ts';
import { chartValuesPage } from '@doorwright/crds/generate/chart-values-page.ts';
import { expect, test } from 'vitest';
import { guide, pages } from './world/pages.ts';

const read = (page: string) => readFileSync(join(guide, page), 'utf8');

/** A page with the parts that it includes. */
const whole = (page: string) =>
  read(page).replaceAll(/<!--\s*@include:\s*\.\/(\S+)\s*-->/g, (_, part: string) => read(join('platform', part)));

/** The first column of all tables with this head. */
const rowsOf = (text: string, head: string) =>
  [...text.matchAll(new RegExp(`^\\| ${head} \\|.*\\n\\|[-|]+\\n((?:\\|.*\\n)*)`, 'gm'))].flatMap(([, rows = '']) =>
    rows
      .trim()
      .split('\n')
      .map((row) => row.split('|')[1]?.trim().replaceAll('`', '') ?? ''),
  );

const leaves = (values: readonly Value[]): string[] =>
  values.flatMap(({ path, members }) => (members ? leaves(members) : [path.join('.')]));

/** The names of the operator's settings, as its code has them. */
const ofOperator = [
  ...new Set(
    readFileSync('operator/settings/config.ts', 'utf8')
      .match(/const settings = \{.*?\n\};/s)?.[0]
      .match(/^ {2}[A-Z_]+(?=:)/gm)
      ?.map((name) => name.trim()) ?? [],
  ),
];

test('the page of settings has each setting of the api once, and no other one', () => {
  const [, table = ''] = whole('platform/settings.md').split('## The api');
  const [api = ''] = table.split('## The operator');
  expect(rowsOf(api, 'name')).toEqual(Object.keys(settings));
});

test('the page of settings has each setting of the operator, and no other one', () => {
  const [, table = ''] = whole('platform/settings.md').split('## The operator');
  const named = rowsOf(table, 'name').flatMap((cell) => cell.split(', '));
  expect(ofOperator.length).toBeGreaterThan(10);
  // The library of Kubernetes reads this one.
  expect(named.toSorted()).toEqual([...ofOperator, 'KUBECONFIG'].sort());
});

test('the page of the installation has each value of the chart once, and no other one', async () => {
  const [, table = ''] = whole('platform/install.md').split('## Values');
  expect(rowsOf(table, 'value').toSorted()).toEqual(leaves(await readValues()).sort());
});

test('the tables are as `npm run generate` writes them', async () => {
  const source = { kinds, bundleVersion: '' };
  for (const producer of [settingsPage, chartValuesPage])
    for (const { path, content } of await producer.produce(source)) expect(readFileSync(path, 'utf8')).toBe(content);
});

test('every setting that a page of the guide names exists', () => {
  const known = new Set([...Object.keys(settings), ...ofOperator]);
  // The sentence about a misspelt setting has one, and programs that a token is made for have their own.
  const others = new Set(['DOORWRIGHT_ORIGN', 'DOORWRIGHT_TOKEN']);
  const unknown = pages.flatMap(({ file, text }) =>
    [...text.matchAll(/\bDOORWRIGHT_[A-Z_]*[A-Z]\b/g)]
      .filter(([name]) => !known.has(name) && !others.has(name))
      .map(([name]) => `${file}: ${name}`),
  );
  expect([...new Set(unknown)]).toEqual([]);
});

test('every value of the chart that a page of this section names in a sentence exists', async () => {
  const values = leaves(await readValues());
  const tops = new Set(values.map((value) => value.split('.')[0]));
  const groups = new Set(values.flatMap((value) => value.split('.').map((_, at, all) => all.slice(0, at).join('.'))));
  const isKnown = (name: string) => values.includes(name) || groups.has(name);
  const unknown = pages
    .filter(({ file }) => file.startsWith('platform/'))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/`([a-z][A-Za-z]*(?:\.[a-z][A-Za-z]*)+)(?::[^`]*)?`/g)]
        .map(([, name = '']) => name)
        .filter((name) => tops.has(name.split('.')[0]) && !isKnown(name))
        .map((name) => `${file}: ${name}`),
    );
  expect(unknown).toEqual([]);
});
