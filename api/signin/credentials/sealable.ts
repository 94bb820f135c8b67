import type { JsonSchema } from '@doorwright/crds/schema/schema.ts';
import type { Config } from '../../core/config.ts';
import { Refusal } from '../../core/errors.ts';
import type { Route, RouteRequest } from '../../http/route.ts';
import type { AccountDeps } from '../place/deps.ts';
import { openCredentials, secretMembers } from './open.ts';
import { createIsPrivateLine } from './private-line.ts';

const sealed: JsonSchema = {
  type: 'string',
  description:
    'Instead of the members that hold passwords: a JWE of them, made with the key of get-login-key (ECDH-ES, A256GCM).',
};

const isSecret = (name: string) => (secretMembers as readonly string[]).includes(name);
const asObject = (body: unknown) =>
  typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};

interface Deps extends Pick<AccountDeps, 'box'> {
  config: Pick<Config, 'DOORWRIGHT_ORIGIN' | 'DOORWRIGHT_TRUSTED_PROXIES'>;
}

/**
 * Lets a form with a password take it encrypted as well. It takes a plain one only where nobody on the way could
 * read it.
 */
export const sealable = ({ box, config }: Deps) => {
  const isPrivateLine = createIsPrivateLine(config);
  return (route: Route): Route => {
    const members = Object.keys(route.body?.properties ?? {});
    if (!route.body || !members.some(isSecret)) return route;
    const required = route.body.required?.filter((name) => !isSecret(name));

    async function bodyOf({ body, context, http }: RouteRequest): Promise<unknown> {
      const sent = asObject(body);
      const isPlain = Object.entries(sent).some(([name, value]) => isSecret(name) && value);
      if (typeof sent.sealed === 'string' && sent.sealed) {
        // A form must not be readable in two ways.
        if (isPlain) throw new Refusal('credentials-unreadable');
        return { ...sent, ...(await openCredentials(sent.sealed, box, context.now)) };
      }
      if (isPlain && !isPrivateLine(http.req)) throw new Refusal('plain-credentials');
      return body;
    }

    return {
      ...route,
      body: { ...route.body, ...(required && { required }), properties: { ...route.body.properties, sealed } },
      handle: async (asked) => route.handle({ ...asked, body: await bodyOf(asked) }),
    };
  };
};
