import { errors, type Interaction, type Provider } from 'oidc-provider';

/**
 * Uses up a pushed request, which is good once (RFC 9126). The library does so where it answers at once; this does so
 * after a page. One that has expired cannot open a second page, so it is not used up.
 */
export async function usePushed({ PushedAuthorizationRequest }: Provider, opened: Interaction): Promise<boolean> {
  const { parJti } = opened as { parJti?: string };
  const pushed = parJti ? await PushedAuthorizationRequest.find(parJti, { ignoreExpiration: true }) : undefined;
  if (!pushed) return true;
  if (pushed.consumed) return false;
  try {
    await pushed.consume();
    return true;
  } catch (error) {
    // Of two pages that answer at once, the first gets it.
    if (error instanceof errors.InvalidGrant) return false;
    throw error;
  }
}
