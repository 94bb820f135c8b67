import type { Kind } from '../define.ts';
import { apiVersion, resourceSchema } from './custom-resource.ts';
import { isDeclared } from './spec.ts';
import type { CustomResource } from './spec-type.ts';
import { isObject, type Path, unknownIn } from './spec-walk.ts';

/** A problem in a manifest. The reader of the file finds the line of the path. */
export interface ManifestProblem {
  path: Path;
  message: string;
}

export type CheckedManifest =
  | { resource: CustomResource<Kind>; problems: [] }
  | { resource?: never; problems: ManifestProblem[] };

const refused = (...problems: ManifestProblem[]): CheckedManifest => ({ problems });

/** Checks a document like the API server. Unlike there, an unknown member is an error. */
export function checkManifest(kinds: readonly Kind[], document: unknown): CheckedManifest {
  if (!isObject(document)) return refused({ path: [], message: 'must be an object' });
  const kind = kinds.filter(isDeclared).find((each) => each.kind === document.kind);
  if (!kind) {
    const names = kinds.filter(isDeclared).map((each) => each.kind);
    return refused({ path: ['kind'], message: `must be one of ${names.join(', ')}` });
  }
  if (document.apiVersion !== apiVersion) return refused({ path: ['apiVersion'], message: `must be ${apiVersion}` });
  const parsed = resourceSchema(kind).safeParse(document);
  const unknown = isObject(document.spec) ? unknownIn(kind, document.spec) : [];
  const problems = [
    ...(parsed.error?.issues ?? []).map(({ path, message }) => ({ path: path as Path, message })),
    ...unknown.map((path) => ({ path: ['spec', ...path], message: `${kind.kind} has no such field` })),
  ];
  return parsed.success && problems.length === 0
    ? { resource: parsed.data as unknown as CustomResource<Kind>, problems: [] }
    : refused(...problems);
}
