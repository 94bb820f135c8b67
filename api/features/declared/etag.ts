import { createHmac } from 'node:crypto';
import type { Kind } from '@doorwright/crds';
import { fieldsOf } from '@doorwright/crds/schema/schema.ts';
import type { SecretBox } from '../../db/secret-box.ts';

const configured = new WeakMap<Kind, string[]>();

/** Fields of the configuration, without those that time or a run writes. */
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

/** Includes secrets, and is keyed so that nobody can guess values from an etag. */
function keyOf(box: SecretBox): Buffer {
  const key = keys.get(box) ?? (box.derived('etags of declared objects')[0] as Buffer);
  keys.set(box, key);
  return key;
}

/** A digest of an object's configuration. A restored or recreated object has its former etag. */
export function etagOf(kind: Kind, object: Readonly<Record<string, unknown>>, box: SecretBox): string {
  const content = configurationOf(kind).map((name) => object[name] ?? null);
  return createHmac('sha256', keyOf(box))
    .update(JSON.stringify([kind.name, content]))
    .digest('base64url')
    .slice(0, 22);
}
