import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { errorStatus } from '@doorwright/api/core/error-codes.ts';
import { errorPages } from '@doorwright/api/features/guide/error-page.ts';
import { callProblems } from '@doorwright/crds/options/call-problems.ts';
import { clientFaults } from '@doorwright/crds/options/client-faults.ts';
import { loadCatalogue } from '@doorwright/locales/catalogue.ts';
import { reasons } from '@doorwright/operator/runtime/reasons.ts';
import { describe, expect, test } from 'vitest';
import { textsOf } from '../locales/texts.ts';

const root = join(import.meta.dirname, '../..');
const guide = join(root, 'console/guide/errors');
const doctor = join(root, 'operator/bin/doorwright/doctor');

interface Paragraph {
  page: string;
  code: string;
  /** The text as the page quotes it. Many codes have no text of their own. */
  quote: string | undefined;
  words: number;
}

const pages = globSync('*.md', { cwd: guide }).map((name) => ({
  name: basename(name, '.md'),
  text: readFileSync(join(guide, name), 'utf8'),
}));

function paragraphsOf({ name: page, text }: (typeof pages)[number]): Paragraph[] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [heading = '', ...lines] = section.split('\n');
      const quote = lines.find((line) => line.startsWith('> '))?.slice(2);
      const told = lines.filter((line) => !line.startsWith('>')).join(' ');
      return { page, code: heading.replace(/ \{#.*/, ''), quote, words: told.split(/\s+/).filter(Boolean).length };
    });
}

const paragraphs = pages.filter(({ name }) => name !== 'index').flatMap(paragraphsOf);

/** Reasons that ask for nothing. The page of reasons lists them without a paragraph. */
const quiet: readonly string[] = [
  ...['InSync', 'Applied', 'DriftRepaired', 'Resolved', 'Issued', 'Rotating', 'WaitingForConsumers'],
  ...['Progressing', 'Deleting', 'NotHeld', 'NotRun', 'Running', 'Done'],
];

const findings = globSync('*.ts', { cwd: doctor }).flatMap((name) =>
  [...readFileSync(join(doctor, name), 'utf8').matchAll(/\b(?:fault|warning|one)\(\s*'([a-z-]+)'/g)].map(
    ([, code = '']) => code,
  ),
);

const codes = new Set<string>([
  ...Object.keys(errorStatus),
  ...Object.keys(clientFaults),
  ...callProblems,
  ...Object.values(reasons)
    .flat()
    .filter((reason) => !quiet.includes(reason)),
  ...findings,
]);

const namesOf = (found: readonly Paragraph[]) => found.map(({ page, code }) => `${page}#${code}`);

/** The texts of the codes, with values as the guide shows them. A plural has the text for many. */
async function textsByCode(): Promise<Map<string, string>> {
  const [errors, faults, calls] = await Promise.all(
    ['errors', 'client-faults', 'call-problems'].map(async (name) => textsOf(await loadCatalogue('en', name))),
  );
  const titles = Object.keys(clientFaults).map((fault) => [fault, faults?.get(`faults.${fault}.title`)] as const);
  const messages = Object.keys(errorStatus).map(
    (code) => [code, errors?.get(code) ?? errors?.get(`${code}_other`)] as const,
  );
  return new Map(
    [...(calls ?? []), ...titles, ...messages].map(([code, text = '']) => [
      code,
      text.replaceAll(/\{\{(\w+)\}\}/g, '*$1*'),
    ]),
  );
}

describe('the guide explains errors', () => {
  test('each code has exactly one paragraph, and no paragraph has a code that does not exist', () => {
    const found = paragraphs.map(({ code }) => code);
    expect([...codes].filter((code) => !found.includes(code))).toEqual([]);
    expect(namesOf(paragraphs.filter(({ code }) => !codes.has(code)))).toEqual([]);
    expect(found.filter((code, at) => found.indexOf(code) !== at)).toEqual([]);
  });

  test('a paragraph quotes the text that people read', async () => {
    const texts = await textsByCode();
    const wrong = paragraphs.filter(({ code, quote }) => quote !== texts.get(code));
    expect(wrong.map(({ code, quote }) => [code, quote, texts.get(code)])).toEqual([]);
  });

  test('a paragraph is short, and says more than its heading', () => {
    expect(namesOf(paragraphs.filter(({ words }) => words < 15 || words > 65))).toEqual([]);
  });

  test('the page of reasons names those that ask for nothing', () => {
    const { text = '' } = pages.find(({ name }) => name === 'declared') ?? {};
    expect(quiet.filter((reason) => !text.includes(`\`${reason}\``))).toEqual([]);
  });

  test('no page has the name of a code, so that /docs/errors/<code> leads to one place', () => {
    expect(pages.map(({ name }) => name).filter((name) => codes.has(name))).toEqual([]);
  });

  test('a code leads from the built pages to its paragraph', () => {
    const found = errorPages({
      'sign-in.html': '<h1 id="sign-in" tabindex="-1">Sign-in</h1><h2 id="locked" tabindex="-1">locked</h2>',
      'declared.html': '<h2 class="a" id="NotReady" tabindex="-1">NotReady</h2><h3 id="more">more</h3>',
      'index.html': '<h2 id="look-a-code-up">Look a code up</h2>',
      'sign-in.md': '## locked',
    });
    expect([...found]).toEqual([
      ['locked', 'sign-in#locked'],
      ['NotReady', 'declared#NotReady'],
    ]);
  });
});
