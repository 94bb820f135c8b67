import type { z } from 'zod';

/**
 * A condition on several members of an object. The Kubernetes API server checks it in CEL, and zod checks it by a function. Tests compare
 * the results of both.
 */
export interface Constraint {
  /** CEL, with `self` and, for a change, `oldSelf`. */
  rule: string;
  /** The allowed values, as a sentence. */
  message: string;
  /** The member at which the error is shown, if any: `redirectUris`, `spec.name`. */
  member?: string;
  /** Gets the part of the object that the rule reads. Missing for rules that only a change can break. */
  holds?: (value: never) => boolean;
}

/** The schema with these constraints. It keeps their CEL for the custom resource definition. */
export function constrained<S extends z.ZodType>(schema: S, constraints: readonly Constraint[]): S {
  const judged = constraints.reduce(
    (each, { holds, message, member }) =>
      holds ? each.refine(holds as never, { error: message, path: member?.split('.') ?? [] }) : each,
    schema as z.ZodType,
  );
  const validations = constraints.map(({ rule, message, member }) => ({
    rule,
    message,
    ...(member && { fieldPath: `.${member}` }),
  }));
  return (validations.length > 0 ? judged.meta({ 'x-kubernetes-validations': validations }) : judged) as S;
}
