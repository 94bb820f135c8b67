import type { z } from 'zod';
import type { Constraint } from './constraint.ts';

export interface PrinterColumn {
  name: string;
  jsonPath: string;
  type: 'string' | 'integer' | 'boolean' | 'date';
  about: string;
}

/**
 * How a kind is declared as a custom resource. Its spec takes every field of the kind by the kind's own name, save what
 * the server sets, what is omitted here, and what stands elsewhere: other objects and secrets are references.
 */
export interface Declaration {
  shortName: string;
  /** Fields of the kind that no custom resource sets. */
  omits?: readonly string[];
  /** Fields that are written as things happen: no configuration, and nothing that a change is told by. */
  runtime?: readonly string[];
  /** Fields that name an object, by the reference that stands for them. `list.member` for a member of a list's entries. */
  references?: Readonly<Record<string, string>>;
  /** Of these fields, the ones whose reference is resolved late and never waited for: it closes a cycle. */
  weak?: readonly string[];
  /** Fields that follow from the spec as a whole, and from where it stands; undefined leaves a field to others. */
  derives?: Readonly<Record<string, (spec: Readonly<Record<string, unknown>>, namespace: string) => unknown>>;
  /** What a new object has of a field that its spec leaves out, where that is not what the api gives one. */
  starts?: Readonly<Record<string, unknown>>;
  /**
   * Choices of the spec that a resource of another namespace must grant, by the reference to it: its `allowedReferrers` name the
   * widest choice by the same member. One that does not grants the first; of a switch, off.
   */
  granted?: Readonly<Record<string, readonly string[]>>;
  /** Fields that are secret, by the reference to a Secret's key that stands for them. */
  secrets?: Readonly<Record<string, string>>;
  /** Members of the spec that are no fields of the kind. */
  also?: z.ZodRawShape;
  required?: readonly string[];
  /** Members of the spec that keep their value once they have one. */
  immutable?: readonly string[];
  /** Lists of texts whose order means something; all others are sets. */
  ordered?: readonly string[];
  constraints?: readonly Constraint[];
  /** Conditions on what one member holds, by its name: they say nothing of one that is absent. */
  contents?: Readonly<Record<string, readonly Constraint[]>>;
  /** Facts that the operator reports beside the common status. */
  status?: z.ZodRawShape;
  columns?: readonly PrinterColumn[];
  /** What becomes of the object when its resource is deleted: see crds/derive/policy.ts. */
  deletionPolicy: 'Delete' | 'Orphan';
  deletionProtection?: true;
  /** Why no tenant's namespace declares it, as the part of a sentence: what it holds reaches beyond one organization. */
  platformOnly?: string;
}

/** Keeps the literal names of a declaration in its type, so that the type of the spec can be told from it. */
export const declare = <const D extends Declaration>(declaration: D): D => declaration;
