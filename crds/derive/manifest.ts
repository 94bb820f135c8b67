import type { Kind } from '../define.ts';
import { apiVersion, resourceSchema } from './custom-resource.ts';
import { isDeclared } from './spec.ts';
import type { CustomResource } from './spec-type.ts';
import { isObject, type Path, unknownIn } from './spec-walk.ts';

/** What is wrong with a manifest. The reader of the file turns the path into a line. */
export interface ManifestProblem {
  path: Path;
  message: string;
}

export type JudgedManifest =
  | { resource: CustomResource<Kind>; problems: [] }
  | { resource?: never; problems: ManifestProblem[] };

const refused = (...problems: ManifestProblem[]): JudgedManifest => ({ problems });

/** Judges a document as the API server would, save that an unknown member is a mistake here and dropped there. */
export function judgeManifest(kinds: readonly Kind[], document: unknown): JudgedManifest {
  if (!isObject(document)) return refused({ path: [], message: 'is no object' });
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
    ...unknown.map((path) => ({ path: ['spec', ...path], message: `${kind.kind} has no such member` })),
  ];
  return parsed.success && problems.length === 0
    ? { resource: parsed.data as unknown as CustomResource<Kind>, problems: [] }
    : refused(...problems);
}
