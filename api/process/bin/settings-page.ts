import type { Producer } from '@doorwright/crds/generate/artefact.ts';
import { settings } from '../../core/settings.ts';

/** The settings of the api as a table, which a page of the guide includes. No page by itself, so its name does not end in .md. */
export const settingsPage: Producer = {
  folders: [],
  produce() {
    const rows = Object.entries(settings).map(
      ([name, setting]) => `| ${name} | ${setting.default} | ${setting.about} |`,
    );
    const table = ['| name | default | meaning |', '|---|---|---|', ...rows].join('\n');
    return [{ path: 'console/guide/platform/files/settings.txt', content: `${table}\n` }];
  },
};
