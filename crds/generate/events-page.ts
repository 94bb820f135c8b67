import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describedEvents, schemaPath } from '../derive/event-schema.ts';
import type { Producer } from './artefact.ts';

const path = 'api/features/webhooks/events.md';
const begin = '<!-- events: written by `npm run generate` from crds/options/events.ts -->';
const end = '<!-- /events -->';

/** Writes the table of events into its page. People write the rest of it. */
export const eventsPage: Producer = {
  folders: [],
  async produce() {
    const page = await readFile(join(import.meta.dirname, '../..', path), 'utf8');
    const [before, rest = ''] = page.split(begin);
    const after = rest.split(end)[1];
    if (after === undefined) throw new Error(`${path} lost the two marks around its table`);
    const rows = describedEvents.map((event) => `| \`${event.name}\` | ${event.about} | \`${schemaPath(event)}\` |`);
    const table = ['| event | when | schema |', '|---|---|---|', ...rows];
    return [{ path, content: [before, begin, '\n\n', table.join('\n'), '\n\n', end, after].join('') }];
  },
};
