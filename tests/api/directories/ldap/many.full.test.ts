import { afterAll, beforeAll, expect, test } from 'vitest';
import { directoryOf, group, groupDn, person, personDn } from '../../../harness/slapd/entries.ts';
import { type Directory, startSlapd } from '../../../harness/slapd/slapd.ts';
import { open, readAll, sourceAt } from './opened.ts';

const count = 5000;
const names = Array.from({ length: count }, (_, index) => `person${index}`);

let directory: Directory;
beforeAll(async () => {
  directory = await startSlapd({
    ldif: directoryOf(
      ...names.map((name, index) => person(name, { uidNumber: String(index + 1), mail: `${name}@example.com` })),
      group('everybody', ...names.map(personDn)),
      ...Array.from({ length: 200 }, (_, index) =>
        group(
          `team${index}`,
          groupDn(`team${(index + 1) % 200}`),
          ...names.slice(index * 25, index * 25 + 25).map(personDn),
        ),
      ),
    ),
  });
}, 120_000);
afterAll(() => directory?.stop());

test('5,000 people come in pages of 500 through the limit of the server, each once, with groups in a circle of 200', async () => {
  const startedAt = performance.now();
  const reader = await open(sourceAt(directory));
  const { people, pages } = await readAll(reader);
  const seconds = (performance.now() - startedAt) / 1000;
  console.info(`${count} people with 201 groups: ${Math.round(count / seconds)} people a second`);
  expect(pages).toEqual(Array.from({ length: 10 }, () => 500));
  expect(new Set(people.map(({ key }) => key)).size).toBe(count);
  expect(people.every(({ groups }) => groups?.length === 201)).toBe(true);
  expect(await reader.groups()).toHaveLength(201);
  const keys = people.slice(0, 120).map(({ key }) => key);
  expect((await readAll(reader, { keys })).people.map(({ key }) => key).sort()).toEqual([...keys].sort());
}, 120_000);
