import type { Producer } from './artefact.ts';
import { readReadme, readValues, type Value } from './chart-values.ts';

const begin = '<!-- values: written by `npm run generate` from values.yaml -->';
const end = '<!-- /values -->';

const cell = (text: string) => text.replaceAll('|', '\\|');

const leaves = (values: readonly Value[]): Value[] =>
  values.flatMap((value) => (value.members ? leaves(value.members) : [value]));

const choices = ({ schema }: Value) =>
  Array.isArray(schema.enum) ? ` One of ${schema.enum.map((choice) => `\`${choice}\``).join(', ')}.` : '';

const row = (value: Value) =>
  `| \`${value.path.join('.')}\` | \`${cell(JSON.stringify(value.preset))}\` | ${cell(value.about + choices(value))} |`;

const table = (values: readonly Value[]) => ['| value | default | meaning |', '|---|---|---|', ...values.map(row)];

function section(value: Value): string[] {
  const about = value.about ? [value.about, ''] : [];
  return [`### ${value.path[0]}`, '', ...about, ...table(leaves([value])), ''];
}

/** Writes the table of values from values.yaml into the README. People write the rest of it. */
export const chartReadme: Producer = {
  folders: [],
  async produce() {
    const [values, readme] = await Promise.all([readValues(), readReadme()]);
    const [before, rest = ''] = readme.split(begin);
    const after = rest.split(end)[1];
    if (after === undefined) throw new Error('helm/README.md lost the two marks around its values');
    const sections = values.filter(({ members }) => members).flatMap(section);
    const single = table(values.filter(({ members }) => !members));
    const content = [before, begin, '\n\n', [...single, '', ...sections].join('\n'), end, after].join('');
    return [{ path: 'helm/README.md', content }];
  },
};
