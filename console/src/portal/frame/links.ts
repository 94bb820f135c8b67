import { ownPage } from '@doorwright/crds/values/own-page.ts';
import type { Application } from '../page.ts';

/** An address that somebody wrote down, where it is one of the web and no script. */
export function webAddress(text: string): string | undefined {
  const url = URL.parse(text);
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

/** The languages that a client asks for, the best first. */
export const askedLanguages = (): string => new URLSearchParams(location.search).get('ui_locales') ?? '';

type Linked = Pick<Application, 'name' | 'organization' | 'signinUrl' | 'signupUrl' | 'forgetUrl'>;

const isBuiltIn = ({ name }: Pick<Linked, 'name'>) => name === 'app-built-in';

/** A page of ours, which goes on in the language that a client asked for. */
function ours(page: string, name: string): string {
  const asked = askedLanguages();
  return `/${page}/${encodeURIComponent(name)}${asked && `?${new URLSearchParams({ ui_locales: asked })}`}`;
}

/** Where one signs up: the page of the application's own, or ours. */
export const signupLink = (application: Linked) =>
  isBuiltIn(application) ? '/signup' : (ownPage(application.signupUrl) ?? ours('signup', application.name));

/** What comes after signing up. */
export const resultLink = ({ name }: Pick<Linked, 'name'>) => ours('result', name);

/** Where one recovers a password; at the platform's own door people of the organization that it was opened for. */
export function forgetLink(application: Linked, organization: string): string {
  if (!isBuiltIn(application)) return ownPage(application.forgetUrl) ?? ours('forget', application.name);
  return organization && organization !== application.organization
    ? `/forget?${new URLSearchParams({ organization })}`
    : '/forget';
}

/** Each application has its own way back: who has gone on to another one does not come out at the first. */
const keyOf = ({ name }: Pick<Linked, 'name'>) => `signinUrl/${name}`;

/** Remembers the sign-in page that is left for another one, with all that its address asks for. */
export const rememberSignIn = (
  application: Pick<Linked, 'name'>,
  address: string = location.pathname + location.search,
) => sessionStorage.setItem(keyOf(application), address);

/** The way back: the page that was left, the application's own, or ours. */
export function signInLink(application: Linked, organization: string = application.organization): string {
  const left = sessionStorage.getItem(keyOf(application));
  if (left && /^\/login(?=[/?]|$)/.test(left)) return left;
  if (!isBuiltIn(application)) return ownPage(application.signinUrl) ?? ours('login', application.organization);
  return organization === application.organization ? '/login' : ours('login', organization);
}
