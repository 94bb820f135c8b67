import type { Command } from './command.ts';
import { objectText } from './object-text.ts';
import { formatted, table } from './output.ts';

interface Orphaned {
  kind: string;
  owner: string;
  name: string;
  orphanedTime: string;
  wide: Record<string, unknown>;
}

export const orphans: Command = {
  usage: '',
  summary: 'Lists objects that deleted resources left with more than a tenant’s resource leaves',
  options: {},
  help: `An upgrade does not change objects that were left before it. Narrow those of tenants in the console.
The records tell what was left, so the list goes back as far as they are kept (DOORWRIGHT_RECORD_MONTHS).
Exit codes: 0 there is none, 2 there are some, 1 the api cannot be asked.
`,
  outputs: ['table', 'json', 'yaml'],
  async run({ options: { output }, api, screen }) {
    const { items } = await api.ask<{ items: Orphaned[] }>({ method: 'GET', path: '/orphaned' });
    const rows = items.map((item) => [
      objectText(item),
      item.orphanedTime,
      Object.entries(item.wide)
        .map(([field, value]) => `${field}: ${JSON.stringify(value)}`)
        .join(', '),
    ]);
    if (output !== 'table') screen.out(formatted(String(output), { items }));
    else if (rows.length === 0) screen.note('No deleted resource left more than a tenant’s resource leaves.');
    else screen.out(table(['OBJECT', 'LEFT AT', 'WIDE'], rows));
    return items.length === 0 ? 0 : 2;
  },
};
