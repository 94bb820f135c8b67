import type { Command } from './command.ts';
import { CommandError } from './command-error.ts';
import { formatted } from './output.ts';
import { resourcesOf, secretsToProvide, yamlOf } from './resources-of.ts';

export const exportCommand: Command = {
  usage: '--organization <name> | --all',
  summary: 'Prints the custom resources that declare what the api has',
  options: {
    organization: { type: 'string' },
    all: { type: 'boolean' },
    namespace: { type: 'string', short: 'n' },
    manage: { type: 'boolean' },
  },
  help: `  --organization    one organization, its applications, directories, syncers and webhooks, and the certs and providers that they use
  --all             all organizations
  -n, --namespace   of the resources; the name of the organization, or doorwright for all
  --manage          take the objects over if they are as printed, instead of observing them first

Only what differs from a new object's defaults is printed. Secrets become references; stderr names those that you must provide.
An application keeps its client secret: it is written to the connection Secret when the resource takes it over. Keys of certs are
never read back, so certs are only observed, as are built-in objects and what another resource declares.
Exit codes: 0 everything is printed, 2 stderr names parts that cannot be exported, 1 the api cannot be asked.
`,
  outputs: ['yaml', 'json'],
  async run({ options, api, screen }) {
    const { organization, all = false, manage = false } = options;
    if ((typeof organization === 'string') === all)
      throw new CommandError('Either --organization names one, or --all.');
    const namespace = String(options.namespace ?? (all ? 'doorwright' : organization));
    const wanted = { organization: all ? undefined : String(organization), namespace, manage: manage === true };
    const { resources, secrets, warnings } = await resourcesOf(api, wanted);
    if (options.output === 'json') screen.out(formatted('json', { apiVersion: 'v1', kind: 'List', items: resources }));
    else screen.out(yamlOf(resources, wanted.manage));
    if (secrets.length > 0) screen.note(secretsToProvide(namespace, secrets));
    for (const warning of warnings) screen.note(screen.paint('yellow', warning));
    return warnings.length > 0 ? 2 : 0;
  },
};
