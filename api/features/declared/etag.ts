import { createHmac } from 'node:crypto';
import type { Kind } from '@doorwright/crds';
import { fieldsOf } from '@doorwright/crds/derive/schema.ts';
import type { SecretBox } from '../../db/secret-box.ts';

const configured = new WeakMap<Kind, string[]>();

/** The fields that somebody sets; not those that time or a run of something writes. */
function configurationOf(kind: Kind): string[] {
  const known = configured.get(kind);
  if (known) return known;
  const runtime = ['version', ...(kind.declared?.runtime ?? [])];
  const names = fieldsOf(kind)
    .filter(({ name, serverSet, computed }) => !serverSet && !computed && !runtime.includes(name))
    .map(({ name }) => name);
  configured.set(kind, names);
  return names;
}

const keys = new WeakMap<SecretBox, Buffer>();

/** Secrets are told of too, so that nobody who sees an etag may try values against it. */
function keyOf(box: SecretBox): Buffer {
  const key = keys.get(box) ?? (box.derived('etags of declared objects')[0] as Buffer);
  keys.set(box, key);
  return key;
}

/**
 * Tells one state of an object's configuration from another, and equal ones by the same word: that of an object which was set
 * back, or made again after its database was lost, is what it was.
 */
export function etagOf(kind: Kind, object: Readonly<Record<string, unknown>>, box: SecretBox): string {
  const content = configurationOf(kind).map((name) => object[name] ?? null);
  return createHmac('sha256', keyOf(box))
    .update(JSON.stringify([kind.name, content]))
    .digest('base64url')
    .slice(0, 22);
}
