import type { Application } from '../page.ts';

/** An address that somebody wrote down, where it is one of the web and no script. */
export function webAddress(text: string, protocols: readonly string[] = ['https:', 'http:']): string | undefined {
  const url = URL.parse(text);
  return url && protocols.includes(url.protocol) ? url.href : undefined;
}

/** Passwords are typed there, so it is reached over TLS or not at all. */
const ownPage = (text: string) => webAddress(text, ['https:']);

type Linked = Pick<Application, 'name' | 'organization' | 'signinUrl' | 'signupUrl' | 'forgetUrl'>;

const isBuiltIn = ({ name }: Linked) => name === 'app-built-in';
const ours = (page: string, name: string) => `/${page}/${encodeURIComponent(name)}`;

/** Where one signs up: the page of the application's own, or ours. */
export const signupLink = (application: Linked) =>
  isBuiltIn(application) ? '/signup' : (ownPage(application.signupUrl) ?? ours('signup', application.name));

/** Where one recovers a password. */
export const forgetLink = (application: Linked) =>
  isBuiltIn(application) ? '/forget' : (ownPage(application.forgetUrl) ?? ours('forget', application.name));

const key = 'signinUrl';

/** Remembers the sign-in page that is left for another one, with all that its address asks for. */
export const rememberSignIn = (address = location.pathname + location.search) => sessionStorage.setItem(key, address);

/** The way back: the page that was left, the application's own, or ours. */
export function signInLink(application: Linked): string {
  const left = sessionStorage.getItem(key);
  if (left && /^\/login(?=[/?]|$)/.test(left)) return left;
  return isBuiltIn(application)
    ? '/login'
    : (ownPage(application.signinUrl) ?? ours('login', application.organization));
}
