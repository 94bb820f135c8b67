import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ofModel } from '@doorwright/crds/generate/index.ts';
import { generate } from '@doorwright/crds/generate/run.ts';
import { settingsPage } from './settings-page.ts';

// `npm run generate`: writes the committed files that derive from code, or compares them with `--check`.
const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    root: { type: 'string', default: join(import.meta.dirname, '../../..') },
  },
});

const differences = await generate([...ofModel, settingsPage], values);
if (values.check && differences.length > 0) {
  for (const difference of differences) console.error(difference);
  console.error('Run `npm run generate` and commit what it writes.');
  process.exitCode = 1;
}
