import { z } from 'zod';

/** The target of a reference in a custom resource, stored with its schema for generic code. */
export interface Referent {
  kind: string;
  /** The reference closes a cycle, so the operator resolves it later and never waits for it. */
  weak?: true;
}

const label = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const subdomain = /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/;

/** A DNS label, the format of namespaces and of new declared objects. */
export const labelName = (about: string) => z.string().min(1).max(63).regex(label).describe(about);

/** The name of an object that existed before its resource. Older clients use underscores and capitals. */
export const objectName = (about: string) =>
  z
    .string()
    .min(1)
    .max(100)
    .regex(/^[A-Za-z0-9]([-_.A-Za-z0-9]*[A-Za-z0-9])?$/)
    .describe(about);

/** A DNS subdomain, the format of most Kubernetes names. */
export const subdomainName = (about: string) => z.string().min(1).max(253).regex(subdomain).describe(about);

const allowed = 'Another namespace must allow it in allowedReferrers.';
const allowedByReferring = 'One in another namespace must refer to this resource in turn.';

const referenceShape = (kind: string, consent: string) =>
  z.object({
    name: subdomainName(`metadata.name of the ${kind}.`),
    namespace: labelName(
      `Namespace of the ${kind}. The default is the namespace of this resource. ${consent}`,
    ).optional(),
  });

/** A reference to another custom resource, which may live in a namespace that allows it. */
export const referenceTo = (kind: string, about: string, options: { weak?: true } = {}) =>
  referenceShape(kind, options.weak ? allowedByReferring : allowed)
    .describe(about)
    .meta({ 'x-refers-to': { kind, ...options } satisfies Referent });

export type ObjectReference = z.output<ReturnType<typeof referenceShape>>;

/** A key of a Secret. It has no namespace, because a resource reads Secrets of its own namespace only. */
export const secretReference = (about: string) =>
  z
    .object({
      name: subdomainName('metadata.name of the Secret, in the namespace of this resource.'),
      key: z
        .string()
        .min(1)
        .max(253)
        .regex(/^[-._a-zA-Z0-9]+$/)
        .describe('Key of the Secret that holds the value.'),
    })
    .describe(about)
    .meta({ 'x-secret': true });

export type SecretReference = z.output<ReturnType<typeof secretReference>>;
