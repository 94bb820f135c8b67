import { join } from 'node:path';
import { askPython, pythonWith } from '../../../harness/python/python.ts';
import type { Key } from '../../../services/saml/idp/keys.ts';
import { acs, entityId } from '../world.ts';

const program = join(import.meta.dirname, 'service_provider.py');

interface Finished {
  errors: string[];
  reason: string | null;
  name: string;
  format: string;
  session: string;
  attributes: Record<string, string[]>;
  contexts: string[];
}

/** A service provider with python3-saml. */
export async function pythonServiceProvider(metadata: string, security: Record<string, unknown> = {}, key?: Key) {
  const python = await pythonWith(join(import.meta.dirname, 'requirements.txt'));
  const settings = {
    strict: true,
    sp: {
      entityId,
      assertionConsumerService: { url: acs },
      singleLogoutService: { url: 'https://sp.example/slo' },
      ...(key && { x509cert: key.certificate, privateKey: key.privateKey }),
    },
    security: { wantAssertionsSigned: true, wantMessagesSigned: true, ...security },
  };
  const ask = <T>(call: object) => askPython<T>(python, program, { settings, metadata, ...call });
  return {
    begin: (options: object = {}) => ask<{ address: string; id: string }>({ do: 'begin', options }),
    finish: (post: object, id: string) => ask<Finished>({ do: 'finish', post, id }),
    leave: (session: object) => ask<{ address: string; id: string }>({ do: 'leave', path: '/slo', ...session }),
    left: (query: string, id?: string) =>
      ask<{ errors: string[]; reason: string | null; address: string | null }>({
        ...{ do: 'left', path: '/slo', query, id },
        get: Object.fromEntries(new URLSearchParams(query)),
      }),
  };
}
