import type { z } from 'zod';
import type { Constraint } from './constraint.ts';

export interface PrinterColumn {
  name: string;
  jsonPath: string;
  type: 'string' | 'integer' | 'boolean' | 'date';
  about: string;
}

/**
 * Makes a custom resource of a kind. The spec has every field of the kind under the same name, except fields that the server sets and
 * omitted fields. Other objects and secrets are references.
 */
export interface Declaration {
  shortName: string;
  /** Fields of the kind that no custom resource sets. */
  omits?: readonly string[];
  /** Fields that events write. They are no configuration, so their changes are not drift. */
  runtime?: readonly string[];
  /**
   * Fields that name an object, or a list of objects, by the name of their reference. `list.member` is a member of a list's entries, and `owner` the organization
   * that owns the object.
   */
  references?: Readonly<Record<string, string>>;
  /** Fields that only a new object takes from its spec. Afterwards requests and events change them, and no repair takes that back. */
  initial?: readonly string[];
  /** Those of `references` that close a cycle: the operator resolves them later and never waits for them. */
  weak?: readonly string[];
  /** Fields derived from the whole spec and its namespace. Undefined leaves a field unmanaged. */
  derives?: Readonly<Record<string, (spec: Readonly<Record<string, unknown>>, namespace: string) => unknown>>;
  /** Values of a new object for fields that its spec omits, where they differ from the api's defaults. */
  starts?: Readonly<Record<string, unknown>>;
  /**
   * Choices of the spec that a resource of another namespace must grant, by the reference to that resource. Its `allowedReferrers` name the
   * widest choice in the same member. Without a grant, only the first choice is allowed; a switch stays off.
   */
  granted?: Readonly<Record<string, readonly string[]>>;
  /** Fields of a tenant's object without a resource, because its organization could no longer stop it. */
  stopped?: Readonly<Record<string, unknown>>;
  /**
   * Fields that come from a key of a Secret, by the name of their reference: all secret fields, and others that people keep there.
   * `list.member` is a member of a list's entries.
   */
  secrets?: Readonly<Record<string, string>>;
  /** Members of the spec that the kind does not have as fields. */
  also?: z.ZodRawShape;
  required?: readonly string[];
  /** Members of the spec that keep their value once they have one. */
  immutable?: readonly string[];
  /** Lists of texts with a meaningful order; all others are sets. */
  ordered?: readonly string[];
  constraints?: readonly Constraint[];
  /** Conditions on single members, by name. An absent member fulfils them. */
  contents?: Readonly<Record<string, readonly Constraint[]>>;
  /** Facts that the operator reports in addition to the common status. */
  status?: z.ZodRawShape;
  columns?: readonly PrinterColumn[];
  /** The fate of the object when its resource is deleted; see crds/derive/policy.ts. */
  deletionPolicy: 'Delete' | 'Orphan';
  deletionProtection?: true;
  /** Set for kinds with effect beyond one organization, which only platform namespaces may declare: the reason, as part of a sentence. */
  platformOnly?: string;
}

/** Keeps the literal names of a declaration in its type, so that TypeScript can derive the type of the spec. */
export const declare = <const D extends Declaration>(declaration: D): D => declaration;
