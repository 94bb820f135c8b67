import { classes, hasSeveral, isByMaster } from '../../../kinds/session/authentication-methods.ts';
import type { SamlRequest } from '../../../signin/contracts/saml-authority.ts';
import { contexts } from '../names.ts';

const ofSeveral: readonly string[] = [contexts.twoFactors, contexts.microsoftTwoFactors];
const ofPassword: readonly string[] = [contexts.protectedPassword, contexts.password];

/** The class of SAML that says best what a session proves. A master password proves nothing of the user. */
function bestClass(amr: readonly string[]): string {
  if (isByMaster(amr)) return contexts.unspecified;
  if (hasSeveral(amr)) return contexts.twoFactors;
  return amr.includes('pwd') || amr.includes('otp') ? contexts.protectedPassword : contexts.unspecified;
}

type Asked = Pick<SamlRequest, 'classes' | 'comparison'>;

/** Whether all requested classes need a second factor. */
export const needsSeveral = ({ classes: asked, comparison }: Asked): boolean =>
  asked.length > 0 &&
  (comparison === 'better'
    ? asked.every((each) => ofPassword.includes(each))
    : asked.every((each) => ofSeveral.includes(each)));

/** The classes that the pipeline asks a user for. */
export const wantedClasses = (asked: Asked): string[] => (needsSeveral(asked) ? [classes.two] : []);

/**
 * The class that a response says, or nothing if none that is asked for is true (SAML Core 2.0, 3.3.2.2.1). A stronger sign-in counts for a
 * weaker class, and the response then says the stronger one: many service providers ask for a password by habit, and would
 * otherwise refuse everybody with a passkey.
 */
export function classFor({ classes: asked, comparison }: Asked, amr: readonly string[]): string | undefined {
  const best = bestClass(amr);
  if (asked.length === 0 || asked.includes(best) || asked.includes(contexts.unspecified)) return best;
  if (comparison === 'maximum') return best === contexts.unspecified ? best : undefined;
  if (hasSeveral(amr) && !isByMaster(amr)) {
    const named = asked.find((each) => ofSeveral.includes(each));
    if (named) return named;
    return asked.some((each) => ofPassword.includes(each)) ? best : undefined;
  }
  if (comparison === 'better' || best !== contexts.protectedPassword) return undefined;
  return asked.find((each) => ofPassword.includes(each));
}
