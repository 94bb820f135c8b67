import { parseAllDocuments, stringify } from 'yaml';

/** A label of Kubernetes from any name. */
export const labelOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^@[^/]+\//, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 50)
    .replaceAll(/^-+|-+$/g, '') || 'program';

interface Wanted {
  name: string;
  /** An organization that its own manifest declares, in the namespace of its name. */
  organization: string | undefined;
  redirectUri: string;
  isPublic: boolean;
}

const flow = (value: unknown) =>
  stringify(value, { collectionStyle: 'flow', flowCollectionPadding: false, lineWidth: 0 }).trimEnd();

/** The custom resources of a program: its application, and an organization of its own where anyone may sign up. */
export function manifestOf({ name, organization, redirectUri, isPublic }: Wanted): string {
  const namespace = organization ?? name;
  const head = (kind: string) =>
    `apiVersion: doorwright.dev/v1alpha1\nkind: ${kind}\nmetadata: ${flow({ name: kind === 'Application' ? name : namespace, namespace })}\n`;
  const allowedReferrers = [{ kinds: ['Application'], enableSignUp: true, namespaces: { from: 'Same' } }];
  const own = `${head('Organization')}spec: ${flow({ displayName: name, allowedReferrers })}\n---\n`;
  const spec = [
    `organizationRef: ${flow({ name: namespace })}`,
    isPublic ? 'publicClient: true' : 'generate: true',
    // An organization that exists decides itself about sign-up.
    ...(organization ? [] : ['enableSignUp: true']),
    `redirectUris: ${flow([redirectUri])}`,
  ];
  return `${organization ? '' : own}${head('Application')}spec:\n${spec.map((line) => `  ${line}\n`).join('')}`;
}

/** The name and namespace of the application that a manifest declares. */
export function applicationIn(text: string): { name: string; namespace: string } | undefined {
  const objects = parseAllDocuments(text).map((each) => each.toJS() ?? {});
  const { name, namespace } = objects.find(({ kind }) => kind === 'Application')?.metadata ?? {};
  return name && namespace ? { name, namespace } : undefined;
}
