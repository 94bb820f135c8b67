import { errors, type Interaction, type Provider } from 'oidc-provider';

/**
 * A pushed request is given for once (RFC 9126). The authority sees to that where it answers at once; where a page was
 * between, this does. One that has run out meanwhile can open no second page, and so need not be remembered.
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
    // Of two pages that answer at once, the first has it.
    if (error instanceof errors.InvalidGrant) return false;
    throw error;
  }
}
