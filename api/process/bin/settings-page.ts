import type { Producer } from '@doorwright/crds/generate/artefact.ts';
import { settings } from '../../core/settings.ts';

const introduction = `# Settings

Written by \`npm run generate\` from [settings.ts](settings.ts).

Settings of the api are environment variables. An unknown or invalid setting stops the start with a sentence that names it.
In a cluster, [values of the chart](../../helm/README.md) set them.
`;

/** The page of the api's settings. */
export const settingsPage: Producer = {
  folders: [],
  produce() {
    const rows = Object.entries(settings).map(
      ([name, setting]) => `| ${name} | ${setting.default} | ${setting.about} |`,
    );
    const table = ['| name | default | meaning |', '|---|---|---|', ...rows].join('\n');
    return [{ path: 'api/core/settings.md', content: `${introduction}\n${table}\n` }];
  },
};
