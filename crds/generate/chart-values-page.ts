import type { Producer } from './artefact.ts';
import { readValues, type Value } from './chart-values.ts';

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll(/<(\w+)>/g, '&lt;$1&gt;');

const leaves = (values: readonly Value[]): Value[] =>
  values.flatMap((value) => (value.members ? leaves(value.members) : [value]));

const choices = ({ schema }: Value) =>
  Array.isArray(schema.enum) ? ` One of ${schema.enum.map((choice) => `\`${choice}\``).join(', ')}.` : '';

const row = (value: Value) =>
  `| \`${value.path.join('.')}\` | \`${JSON.stringify(value.preset).replaceAll('|', '\\|')}\` | ${cell(value.about + choices(value))} |`;

const table = (values: readonly Value[]) => ['| value | default | meaning |', '|---|---|---|', ...values.map(row)];

function section(value: Value): string[] {
  const about = value.about ? [cell(value.about), ''] : [];
  return [`### ${value.path[0]}`, '', ...about, ...table(leaves([value])), ''];
}

/** The values of the chart as tables, which a page of the guide includes. No page by itself, so its name does not end in .md. */
export const chartValuesPage: Producer = {
  folders: [],
  async produce() {
    const values = await readValues();
    const sections = values.filter(({ members }) => members).flatMap(section);
    const single = table(values.filter(({ members }) => !members));
    const content = `${[...single, '', ...sections].join('\n').trimEnd()}\n`;
    return [{ path: 'console/guide/platform/files/values.txt', content }];
  },
};
