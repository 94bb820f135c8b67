import { readFile, stat } from 'node:fs/promises';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { type Document, isNode, LineCounter } from 'yaml';
import type { KubernetesObject } from '../kubernetes-object.ts';
import { manifestFiles } from './folder-files.ts';
import { boundlessDocument, documentsOf, largestFile } from './yaml-documents.ts';

/** A place in a file. */
export interface Place {
  file: string;
  line: number;
}

export interface Problem extends Place {
  message: string;
}

/** A mistake in an object, with its path: `['spec', 'redirectUris', 0]`. */
export interface Violation {
  path: readonly (string | number)[];
  message: string;
}

export interface Manifest {
  object: KubernetesObject;
  place: Place;
}

export interface ReadFolder {
  manifests: Manifest[];
  /** `Kind/namespace/name` of invalid manifests. As in a cluster, their last valid version stays in force. */
  refused: Set<string>;
  problems: Problem[];
  /** Files with a mistake. Their former content stays in force. */
  doubtful: Set<string>;
}

export type Validate = (object: KubernetesObject) => readonly Violation[];

/** All documents of the YAML and JSON files below a folder, by name; or of one file. */
export async function readManifests(path: string, validate: Validate): Promise<ReadFolder> {
  const found: ReadFolder = { manifests: [], refused: new Set(), problems: [], doubtful: new Set() };
  for (const file of await manifestFiles(path)) await readOne(file, validate, found);
  return found;
}

async function readOne(file: string, validate: Validate, found: ReadFolder): Promise<void> {
  const lines = new LineCounter();
  const lineOf = (offset: number) => lines.linePos(offset).line;
  const refuse = (line: number, message: string) => {
    found.doubtful.add(file);
    found.problems.push({ file, line, message });
  };
  const { size = 0 } = (await stat(file).catch(() => undefined)) ?? {};
  if (size > largestFile) return refuse(1, `The file is larger than ${largestFile >> 20} MiB`);
  const text = await readFile(file, 'utf8').catch(() => undefined);
  // A file may be empty while it is saved. To remove objects, people delete the file.
  if (!text) return refuse(1, text === '' ? 'The file is empty' : 'The file cannot be read');
  const boundless = boundlessDocument(text);
  if (boundless) return refuse(boundless.line, boundless.message);
  for (const document of documentsOf(text, lines)) {
    // A file of the largest size takes many seconds. Probes and the work on other objects take their turn meanwhile.
    await yieldToOthers();
    const [error] = document.errors;
    if (error) {
      refuse(lineOf(error.pos[0]), sentenceOf(error));
      continue;
    }
    if (document.contents === null) continue;
    const place = { file, line: lineOf(document.contents.range?.[0] ?? 0) };
    const { object, unclear } = meaningOf(document);
    if (unclear) {
      refuse(place.line, unclear);
      continue;
    }
    const violations = isObject(object) ? validate(object) : [notAnObject];
    for (const { path, message } of violations) {
      const where = path.length > 0 ? `${path.join('.')}: ` : '';
      found.problems.push({ file, line: lineAt(document, path, lineOf) ?? place.line, message: where + message });
    }
    if (violations.length > 0) found.doubtful.add(file);
    if (!isObject(object)) continue;
    if (violations.length === 0) found.manifests.push({ object, place });
    else found.refused.add(identityOf(object));
  }
}

/** Removes place and picture from the message. */
const sentenceOf = ({ message }: Error): string => message.replace(/ at line \d+, column \d+:.*$/s, '');

/** Text that parses may name a missing anchor: `[*.example.org]` is an alias in YAML. */
function meaningOf(document: Document): { object: KubernetesObject | null; unclear?: string } {
  try {
    return { object: document.toJS({ maxAliasCount: 100 }) };
  } catch (error) {
    return { object: null, unclear: (error as Error).message };
  }
}

/** The default of kubectl. */
export function identityOf({ kind, metadata }: KubernetesObject): string {
  return `${kind}/${metadata.namespace ?? 'default'}/${metadata.name}`;
}

const notAnObject: Violation = { path: [], message: 'needs apiVersion, kind and metadata.name' };

function isObject(value: KubernetesObject | null): value is KubernetesObject {
  return (
    typeof value?.apiVersion === 'string' && typeof value.kind === 'string' && typeof value.metadata?.name === 'string'
  );
}

/** The line of the deepest existing part of the path. A missing field is reported at its parent. */
function lineAt(document: Document, path: Violation['path'], lineOf: (offset: number) => number): number | undefined {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return lineOf(node.range[0]);
  }
  return undefined;
}
