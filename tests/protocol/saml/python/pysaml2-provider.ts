import { join } from 'node:path';
import { askPython, pythonWith } from '../../../harness/python/python.ts';
import type { Key } from '../../../services/saml/idp/keys.ts';
import { acs, entityId, type Posted } from '../world.ts';

const program = join(import.meta.dirname, 'pysaml2_provider.py');

interface Finished {
  error: string;
  name: string;
  session: string;
  attributes: Record<string, string[]>;
  contexts: string[];
}

/** A service provider with pysaml2, set up by our metadata and its own defaults. */
export async function pysaml2Provider(metadata: string, service: Record<string, unknown> = {}, key?: Key) {
  const python = await pythonWith(join(import.meta.dirname, 'requirements.txt'));
  const ask = <T>(call: object) =>
    askPython<T>(python, program, { ...{ entityId, acs, metadata, service, key }, ...call });
  return {
    begin: (options: object = {}) => ask<{ address: string; id: string }>({ do: 'begin', options }),
    /** By default, pysaml2 leaves out attributes whose names it does not know. */
    finish: ({ SAMLResponse: response }: Posted, id: string, allowUnknown = false) =>
      ask<Finished>({ do: 'finish', response, id, allowUnknown }),
    leave: (session: { name: string; session: string; format: string; algorithm: string }) =>
      ask<{ address: string; id: string }>({ do: 'leave', ...session }),
  };
}
