import { z } from 'zod';
import { constrained } from '../constraint.ts';
import { labelName, subdomainName } from '../reference.ts';
import { apiVersion } from './api-version.ts';
import { identityConstraints } from './identity.ts';
import { type DeclaredKind, specSchema } from './spec.ts';
import { statusSchema } from './status.ts';

export { apiVersion, group, version } from './api-version.ts';

const texts = z.record(z.string(), z.string()).optional();

// The metadata that the operator reads. Kubernetes checks the rest.
const metadata = z.looseObject({
  name: subdomainName('Name of the resource.'),
  namespace: labelName('Namespace of the resource.').optional(),
  labels: texts,
  annotations: texts,
});

function build(kind: DeclaredKind) {
  const resource = z.object({
    apiVersion: z.literal(apiVersion),
    kind: z.literal(kind.kind),
    metadata,
    spec: specSchema(kind),
    status: statusSchema(kind.declared).optional(),
  });
  return constrained(resource.describe(kind.about), identityConstraints(kind));
}

const built = new WeakMap<object, ReturnType<typeof build>>();

/** The schema of a kind's custom resource. The definition is emitted from it, and manifests in a folder are checked by it. */
export function resourceSchema(kind: DeclaredKind) {
  const schema = built.get(kind) ?? build(kind);
  built.set(kind, schema);
  return schema;
}
