import { hasOwnAddress } from './callback.ts';
import { descriptionOf, type ProviderValues } from './described.ts';

/** The button of a service on the pages of an application. */
export interface SignInButton {
  label: string;
  /** White letters on a color, of our own drawing. */
  letters: string;
  color: string;
}

/** Users can sign in with providers of these categories. */
export const isSignInCategory = ({ category }: ProviderValues): boolean => category === 'OAuth' || category === 'SAML';

/** The first letters of the first two words. */
const initialsOf = (name: string) =>
  name
    .split(/[\s_-]+/)
    .flatMap((word) => [...word].slice(0, 1))
    .slice(0, 2)
    .join('')
    .toLocaleUpperCase('en');

/** The letters of a type that stands for any service. */
const anyService = '?';

/** The button of a provider, if users can sign in with its type. Services at addresses of one's own have names of one's own. */
export function signInButtonOf(provider: ProviderValues): SignInButton | undefined {
  const description = isSignInCategory(provider) ? descriptionOf(provider) : undefined;
  // A WeChat mini program signs in within WeChat, and on no page.
  if (!description?.offered || description.type === 'WeChatMiniProgram') return;
  const own = String(provider.displayName || provider.name);
  const { letters, color } = description.logo;
  return {
    label: provider.category === 'SAML' || hasOwnAddress(provider) ? own : description.type,
    letters: letters === anyService ? initialsOf(own) || anyService : letters,
    color,
  };
}
