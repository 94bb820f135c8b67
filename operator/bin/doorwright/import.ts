import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImportAnswer } from '@doorwright/crds/options/imported.ts';
import { BrokenSource } from '@doorwright/transfer/contract.ts';
import { findFormat, formatNames } from '@doorwright/transfer/formats.ts';
import { openPlace } from '@doorwright/transfer/open-place.ts';
import { ImportReport } from '../../import/import-report.ts';
import { sendObjects } from '../../import/send-objects.ts';
import type { CommandApi } from './api.ts';
import type { Command } from './command.ts';
import { CommandError } from './command-error.ts';
import { formatted, type Screen } from './output.ts';
import { printImport } from './print-import.ts';
import { resourcesOf, secretsToProvide, yamlOf } from './resources-of.ts';

const progressEvery = 5000;

/** Its people administer all organizations. */
const platform = 'built-in';

/** Writes the custom resources of the imported organizations, a file for each. They only observe until somebody decides otherwise. */
async function writeResources(api: CommandApi, folder: string, organizations: Iterable<string>, screen: Screen) {
  await mkdir(folder, { recursive: true });
  for (const organization of organizations) {
    const namespace = organization.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
    const wanted = { organization, namespace, manage: false };
    const { resources, secrets, warnings } = await resourcesOf(api, wanted);
    const file = join(folder, `${namespace}.yaml`);
    await writeFile(file, `${yamlOf(resources, false)}\n`);
    screen.note(`${file}: ${resources.length} custom resources`);
    if (secrets.length > 0) screen.note(secretsToProvide(namespace, secrets));
    for (const warning of warnings) screen.note(screen.paint('yellow', warning));
  }
}

export const importCommand: Command = {
  usage: '--from <place> [--plan]',
  summary: 'Takes over people and configuration of another product',
  options: {
    from: { type: 'string' },
    plan: { type: 'boolean' },
    organization: { type: 'string' },
    format: { type: 'string' },
    write: { type: 'string' },
  },
  help: `  --from            a file, a folder, or the address of a database:
                    Keycloak: realm.json, the folder of an export, or postgres://, mysql://
                    Casdoor: init_data.json, or postgres://, mysql://, sqlite:
                    Auth0: the NDJSON of a user export. CSV: a table of people with a first line of names
  --plan            shows what would be added and what cannot be taken, and changes nothing
  --organization    the organization that takes everything; Auth0 and CSV name none
  --format          ${formatNames}; otherwise the place tells it
  --write <folder>  afterwards writes the configuration as custom resources, which only observe

Passwords, subject ids, client ids and secrets, keys, one-time passwords and recovery codes stay as they are. So do passkeys
of Casdoor, if the domain stays. What cannot be taken is named line by line on stderr.
Nothing that is here is changed: an object with other values here is kept and named.
After a failure, run the command again: it goes on where it was.
Exit codes: 0 everything is taken, 2 stderr names what is not, 1 the place cannot be read or the api cannot be asked.
`,
  outputs: ['table', 'json', 'yaml'],
  async run({ options, api, screen }) {
    const { from, plan = false, organization, format: named, write, output } = options;
    if (!from) throw new CommandError('--from names a file, a folder or the address of a database.');
    if (organization === platform)
      throw new CommandError(
        `The organization ${platform} administers all others, so an import adds nobody to it. Name another one with --organization.`,
      );
    const isPlan = plan === true;
    if (isPlan && write) throw new CommandError('--write is for a real import: a plan makes nothing to write.');
    const report = new ImportReport();
    const { place, close } = await openPlace(String(from)).catch(explained);
    try {
      const format = await findFormat(place, named === undefined ? undefined : String(named));
      screen.note(`${from} is of ${format.name}.`);
      const items = format.read(place, { organization: organization === undefined ? undefined : String(organization) });
      await sendObjects(items, {
        plan: isPlan,
        send: (body) => api.ask<ImportAnswer>({ method: 'POST', path: '/import', body, withinMs: 60_000 }),
        onLoss: (loss) => report.addLoss(loss),
        onResult(object, result) {
          report.addResult(object, result);
          if (report.done % progressEvery === 0) screen.note(`${report.done} objects …`);
        },
      });
    } catch (error) {
      if (report.done > 0) screen.note(`Stopped after ${report.done} objects. Run the command again to go on.`);
      return explained(error);
    } finally {
      await close();
    }
    const { counts, notTaken, kept, administrators } = report;
    if (output === 'table') printImport(report, isPlan, screen);
    else screen.out(formatted(String(output), { counts, notTaken, kept, administrators }));
    if (write) await writeResources(api, String(write), report.organizations, screen);
    return notTaken.length > 0 || kept.length > 0 ? 2 : 0;
  },
};

function explained(error: unknown): never {
  throw error instanceof BrokenSource ? new CommandError(error.message) : error;
}
