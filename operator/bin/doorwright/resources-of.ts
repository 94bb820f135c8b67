import { stringify } from 'yaml';
import { ApiRefusal } from '../../api/api-refusal.ts';
import { type Ask, gather } from '../../export/gather.ts';
import { ResourceNames } from '../../export/names.ts';
import { type CustomResource, resourceOf } from '../../export/resource-of.ts';
import type { CommandApi } from './api.ts';
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

export interface Wanted {
  /** All organizations without one. */
  organization: string | undefined;
  namespace: string;
  /** Takes the objects over instead of observing them. */
  manage: boolean;
}

/** The custom resources of an organization, the Secrets that they need, and notes on what they cannot express. */
export async function resourcesOf(api: CommandApi, { organization, namespace, manage }: Wanted) {
  if (!label.test(namespace)) throw new CommandError(`«${namespace}» can be no namespace; -n names another.`);
  const found = await gather(asking(api), organization);
  if (!found.some(({ kind }) => kind.name === 'organization'))
    throw new CommandError(`The api has no organization «${organization}».`);
  const names = new ResourceNames();
  const exported = found.map((each) => resourceOf(each, { namespace, manage, names }));
  return {
    resources: exported.flatMap(({ resource }) => (resource ? [resource] : [])),
    secrets: exported.flatMap((each) => ('secrets' in each ? each.secrets : [])),
    warnings: exported.flatMap((each) => each.warnings),
  };
}

const intro = (manage: boolean) =>
  manage
    ? '# Each takes over its object if no field differs, and keeps it from then on.'
    : '# Each only observes its object. If drift is empty, delete managementPolicy to adopt the object.';

/** Custom resources as a file for kubectl. */
export const yamlOf = (resources: readonly CustomResource[], manage: boolean): string =>
  [intro(manage), ...resources.map((each) => `---\n${stringify(each, { lineWidth: 0 }).trimEnd()}`)].join('\n');

export const secretsToProvide = (namespace: string, secrets: readonly string[]): string =>
  `Secrets to provide in ${namespace}, with their keys:\n${secrets.map((each) => `  ${each}`).join('\n')}`;
