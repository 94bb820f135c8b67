import { globSync, readFileSync } from 'node:fs';
import { kinds } from '@doorwright/crds';
import { checkManifest } from '@doorwright/crds/derive/manifest.ts';
import { reasons } from '@doorwright/operator/runtime/reasons.ts';
import { expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { declaredKinds } from './declared-kinds.ts';

const page = ['declare', 'status-and-drift', 'adopt-and-observe', 'tenants']
  .map((name) => readFileSync(`console/guide/platform/${name}.md`, 'utf8'))
  .join('\n');
const code = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, word]) => word);

it('the page about custom resources explains every reason that a condition can have', () => {
  const all = [...Object.values(reasons).flat(), 'Reconciled', 'Observed', 'Paused'];
  expect(all.filter((reason) => !code(page).includes(reason))).toEqual([]);
});

it('the page names every annotation and label that the operator reads or writes', () => {
  const sources = globSync('operator/**/*.ts', { exclude: ['operator/node_modules/**'] });
  const marks = sources.flatMap(
    (file) => readFileSync(file, 'utf8').match(/(?<=')doorwright\.dev\/[a-z-]+(?=')/g) ?? [],
  );
  // The source of events.
  const own = new Set(marks.filter((mark) => mark !== 'doorwright.dev/operator'));
  expect(own.size).toBeGreaterThan(10);
  expect([...own].filter((mark) => !code(page).includes(mark))).toEqual([]);
});

it('the page has each kind with its short name, and what happens to its object', () => {
  for (const { kind, declared } of declaredKinds) {
    const fate = declared.deletionPolicy === 'Orphan' ? 'kept' : 'deleted';
    expect(page).toMatch(new RegExp(`^\\| ${kind} \\| \`${declared.shortName}\` \\| ${fate}`, 'm'));
  }
});

it('a cluster accepts every manifest of the page', () => {
  const blocks = [...page.matchAll(/```yaml\n(.*?)```/gs)].map(([, yaml]) => yaml ?? '');
  const documents = blocks.flatMap((yaml) => parseAllDocuments(yaml)).map((each) => each.toJS() as unknown);
  expect(documents.length).toBeGreaterThan(3);
  for (const each of documents) expect(checkManifest(kinds, each).problems).toEqual([]);
});
