import type { Command } from './command.ts';
import { CommandError } from './command-error.ts';
import { exportUsers } from './export-users.ts';
import { formatted } from './output.ts';
import { resourcesOf, secretsToProvide, yamlOf } from './resources-of.ts';

export const exportCommand: Command = {
  usage: '--organization <name> | --all',
  summary: 'Prints the custom resources that declare what the api has, or writes its people for another product',
  options: {
    organization: { type: 'string' },
    all: { type: 'boolean' },
    namespace: { type: 'string', short: 'n' },
    manage: { type: 'boolean' },
    users: { type: 'string' },
    to: { type: 'string' },
  },
  help: `  --organization    one organization, its applications, directories, syncers and webhooks, and the certs and providers that they use
  --all             all organizations
  -n, --namespace   of the resources; the name of the organization, or platform for all
  --manage          take the objects over if they are as printed, instead of observing them first
  --users <product> writes the people of the organization for keycloak or auth0 instead, with digests and one-time secrets
                    (an api in a cluster needs DOORWRIGHT_USER_EXPORT=on)
  --to <folder>     for these files

Only what differs from a new object's defaults is printed. Secrets become references; stderr names those that you must provide.
An application keeps its client secret: it is written to the connection Secret when the resource takes it over. Keys of certs are
never read back, so certs are only observed, as are built-in objects and what another resource declares.
Exit codes: 0 everything is there, 2 stderr names parts that cannot be exported, 1 the api cannot be asked.
`,
  outputs: ['yaml', 'json'],
  async run({ options, api, screen }) {
    const { organization, all = false, manage = false, users, to } = options;
    if ((typeof organization === 'string') === all)
      throw new CommandError('Either --organization names one, or --all.');
    if (users !== undefined) {
      if (typeof organization !== 'string' || !to) throw new CommandError('--users needs --organization and --to.');
      return exportUsers(api, { organization, product: String(users), folder: String(to) }, screen);
    }
    const namespace = String(options.namespace ?? (all ? 'platform' : organization));
    const wanted = { organization: all ? undefined : String(organization), namespace, manage: manage === true };
    const { resources, secrets, warnings } = await resourcesOf(api, wanted);
    if (options.output === 'json') screen.out(formatted('json', { apiVersion: 'v1', kind: 'List', items: resources }));
    else screen.out(yamlOf(resources, wanted.manage));
    if (secrets.length > 0) screen.note(secretsToProvide(namespace, secrets));
    for (const warning of warnings) screen.note(screen.paint('yellow', warning));
    return warnings.length > 0 ? 2 : 0;
  },
};
