import type { z } from 'zod';

/**
 * A condition on an object that no single member can state. It is said twice, because it is judged twice: in CEL by the
 * Kubernetes API server, and as a function wherever zod judges. Tests hold the two to the same answers.
 */
export interface Constraint {
  /** CEL, with `self` and, for a change, `oldSelf`. */
  rule: string;
  /** Says what is allowed. */
  message: string;
  /** The member to blame, where there is one: `redirectUris`, `spec.name`. */
  member?: string;
  /** Takes what it reads of the object. Missing where only a change can break the rule. */
  holds?: (value: never) => boolean;
}

/** The same schema, refused where a constraint does not hold, with the CEL of each kept for the custom resource. */
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
