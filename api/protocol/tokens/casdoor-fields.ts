import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Provider } from 'oidc-provider';
import { readUser } from '../request-cache.ts';
import { factsOfApplication } from './token-claims.ts';
import { isGranted } from './told-fields.ts';

interface Shown {
  active?: boolean;
  iat?: number;
  scope?: string;
  sub?: string;
  preferred_username?: string;
}

/** The user of a token, or the application that acts for itself. */
function subjectOf(shown: Shown, application: Application, request: object) {
  if (shown.sub)
    return isGranted('name', { ...shown, application }) && { username: readUser(shown.sub, request)?.name };
  const { id: sub, name: username } = factsOfApplication(application);
  return { sub, username };
}

/**
 * Adds fields that clients of Casdoor 2022 read at introspection and userinfo. The library says less than the
 * standards allow.
 */
export function addCasdoorFields(provider: Provider): void {
  provider.use(async (ctx, next) => {
    await next();
    const { route, client } = ctx.oidc ?? {};
    if (!client || ctx.status !== 200) return;
    const shown = ctx.body as Shown;
    if (route === 'introspection' && shown.active) {
      const subject = subjectOf(shown, client.application as Application, ctx);
      ctx.body = { ...shown, ...subject, nbf: shown.iat, aud: [client.clientId] };
    }
    if (route === 'userinfo') {
      const { nameClaims } = client.application as Application;
      const { preferred_username: displayName } = shown;
      ctx.body = {
        ...shown,
        iss: provider.issuer,
        aud: client.clientId,
        // Another installation of this product knows by it which of the two names is which.
        ...(nameClaims === 'casdoor' && displayName && { displayName }),
      };
    }
  });
}
