import { cert } from '@doorwright/crds/kinds/cert.ts';
import { cryptoAlgorithms } from '@doorwright/crds/options/crypto-algorithms.ts';
import { z } from 'zod';
import { generateCert } from '../../kinds/cert/keys/generate-cert.ts';
import { createCertKeys } from '../../kinds/cert/keys/rotate-keys.ts';
import { refuseNarrowed } from './narrowed-token.ts';
import { parsed } from './request.ts';
import type { DeclaredDeps, DeclaredRoute, OperatorAsked } from './route.ts';

const year = 366 * 86_400;

const newKey = z
  .strictObject({
    kid: z
      .string()
      .min(1)
      .max(100)
      .regex(/^[\w.-]+$/, { error: 'must contain only letters, digits, dots, dashes and underscores' }),
    cryptoAlgorithm: z.enum(cryptoAlgorithms).optional(),
    certificate: z.string().max(100_000).optional(),
    privateKey: z.string().max(20_000).optional(),
  })
  .refine(({ certificate, privateKey }) => !certificate === !privateKey, {
    error: 'must contain both parts of the pair, or none to generate a new pair',
    path: ['privateKey'],
  });

const signing = z.strictObject({ retireSeconds: z.int().min(0).max(year) });

const { cryptoAlgorithm, bitSize, expireInYears } = cert.schema.shape;
const pair = z.strictObject({ name: z.string().min(1).max(100), cryptoAlgorithm, bitSize, expireInYears });

const kidOf = ({ req }: OperatorAsked) => String((req.params as Record<string, string>).kid);

export function certKeyRoutes(deps: DeclaredDeps): DeclaredRoute[] {
  const keys = createCertKeys(deps);
  const path = '/cert/:owner/:name/keys';
  return [
    {
      // Nothing is stored here. The caller stores the pair first, and declares it then.
      method: 'post',
      path: '/key-pair',
      handle({ caller, context, req }) {
        refuseNarrowed(caller);
        return generateCert({ ...parsed(pair, req.body), owner: 'admin', now: context.now });
      },
    },
    { method: 'get', path, handle: ({ id, work }) => keys.list(id(), work) },
    { method: 'post', path, handle: ({ id, context, req }) => keys.publish(id(), context, parsed(newKey, req.body)) },
    {
      method: 'post',
      path: `${path}/:kid/sign`,
      handle: (asked) => keys.sign(asked.id(), asked.context, kidOf(asked), parsed(signing, asked.req.body)),
    },
    {
      method: 'delete',
      path: `${path}/:kid`,
      handle: (asked) => keys.retire(asked.id(), asked.context, kidOf(asked)),
    },
  ];
}
