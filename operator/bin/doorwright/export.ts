import { stringify } from 'yaml';
import { ApiRefusal } from '../../api/api-refusal.ts';
import { type Ask, gather } from '../../export/gather.ts';
import { ResourceNames } from '../../export/names.ts';
import { type CustomResource, resourceOf } from '../../export/resource-of.ts';
import type { CommandApi } from './api.ts';
import type { Command } from './command.ts';
import { CommandError } from './command-error.ts';

const label = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

/** Narrows the token to the organization if it allows that. */
const asking =
  ({ ask }: CommandApi): Ask =>
  async (path, organization) => {
    try {
      return await ask({ method: 'GET', path, ...(organization && { organization }) });
    } catch (error) {
      const isNarrow = error instanceof ApiRefusal && error.status === 403 && organization !== undefined;
      if (!isNarrow) throw error;
      return ask({ method: 'GET', path });
    }
  };

const intro = (manage: boolean) =>
  manage
    ? '# Each takes over its object if no field differs, and keeps it from then on.'
    : '# Each only observes its object. If drift is empty, delete managementPolicy to adopt the object.';

const text = (output: string, resources: readonly CustomResource[], manage: boolean) =>
  output === 'json'
    ? JSON.stringify({ apiVersion: 'v1', kind: 'List', items: resources }, undefined, 2)
    : [intro(manage), ...resources.map((each) => `---\n${stringify(each, { lineWidth: 0 }).trimEnd()}`)].join('\n');

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
    if (!label.test(namespace)) throw new CommandError(`«${namespace}» can be no namespace; -n names another.`);
    const found = await gather(asking(api), all ? undefined : String(organization));
    if (!found.some(({ kind }) => kind.name === 'organization'))
      throw new CommandError(`The api has no organization «${organization}».`);
    const names = new ResourceNames();
    const exported = found.map((each) => resourceOf(each, { namespace, manage: manage === true, names }));
    const resources = exported.flatMap(({ resource }) => (resource ? [resource] : []));
    screen.out(text(String(options.output), resources, manage === true));
    const secrets = exported.flatMap((each) => ('secrets' in each ? each.secrets : []));
    if (secrets.length > 0)
      screen.note(
        `Secrets to provide in ${namespace}, with their keys:\n${secrets.map((each) => `  ${each}`).join('\n')}`,
      );
    const warnings = exported.flatMap((each) => each.warnings);
    for (const warning of warnings) screen.note(screen.paint('yellow', warning));
    return warnings.length > 0 ? 2 : 0;
  },
};
