import type { Route } from '../../http/route.ts';
import { currentKey } from '../credentials/keys.ts';
import type { AccountDeps } from '../place/deps.ts';

const text = { type: 'string' };

export const loginKeyRoute = ({ box }: Pick<AccountDeps, 'box'>): Route => ({
  method: 'GET',
  path: '/api/get-login-key',
  summary: 'Returns the key with which a page encrypts passwords, as a JWK. It is valid for at least ten minutes.',
  tag: 'Account',
  permission: 'anyone',
  answer: {
    data: {
      type: 'object',
      properties: { kty: text, crv: text, x: text, y: text, use: text, alg: text, kid: text },
      required: ['kty', 'crv', 'x', 'y', 'use', 'alg', 'kid'],
      additionalProperties: false,
    },
  },
  handle: async ({ context }) => ({ data: currentKey(box, context.now).publicKey }),
});
