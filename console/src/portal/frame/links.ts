import { ownPage } from '@doorwright/crds/values/own-page.ts';
import type { Application } from '../page.ts';

/** A configured address, if it is a web address and no script. */
export function webAddress(text: string): string | undefined {
  const url = URL.parse(text);
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

/** The languages that a client requests, the best first. */
export const askedLanguages = (): string => new URLSearchParams(location.search).get('ui_locales') ?? '';

type Linked = Pick<Application, 'name' | 'organization' | 'homepageUrl' | 'signinUrl' | 'signupUrl' | 'forgetUrl'>;

const isBuiltIn = ({ name }: Pick<Linked, 'name'>) => name === 'app-built-in';

/** A link to one of our pages, in the language that the client requested. */
function ours(page: string, name: string): string {
  const asked = askedLanguages();
  return `/${page}/${encodeURIComponent(name)}${asked && `?${new URLSearchParams({ ui_locales: asked })}`}`;
}

/** The sign-up page: the application's own, or ours. */
export const signupLink = (application: Linked) =>
  isBuiltIn(application) ? '/signup' : (ownPage(application.signupUrl) ?? ours('signup', application.name));

/** The page after sign-up. */
export const resultLink = ({ name }: Pick<Linked, 'name'>) => ours('result', name);

/** The page that asks a new user for more. */
export const promptLink = ({ name }: Pick<Linked, 'name'>) => ours('prompt', name);

const createdKey = ({ name }: Pick<Linked, 'name'>) => `created/${name}`;

/** The account was just made, so the page after the prompt says so. */
export const rememberCreated = (application: Pick<Linked, 'name'>) =>
  sessionStorage.setItem(createdKey(application), 'yes');

export const isCreated = (application: Pick<Linked, 'name'>): boolean =>
  sessionStorage.getItem(createdKey(application)) !== null;

export const forgetCreated = (application: Pick<Linked, 'name'>) => sessionStorage.removeItem(createdKey(application));

/** The recovery page. At the platform's own application it is for users of the organization in the address. */
export function forgetLink(application: Linked, organization: string): string {
  if (!isBuiltIn(application)) return ownPage(application.forgetUrl) ?? ours('forget', application.name);
  return organization && organization !== application.organization
    ? `/forget?${new URLSearchParams({ organization })}`
    : '/forget';
}

/** Each application has its own way back, so that a visitor of another application does not end at the first. */
const keyOf = ({ name }: Pick<Linked, 'name'>) => `signinUrl/${name}`;

/** Remembers the sign-in page that the visitor leaves, with its whole address. */
export const rememberSignIn = (
  application: Pick<Linked, 'name'>,
  address: string = location.pathname + location.search,
) => sessionStorage.setItem(keyOf(application), address);

/** The sign-in page of ours that the visitor left. */
export function leftSignIn(application: Pick<Linked, 'name'>): string | undefined {
  const left = sessionStorage.getItem(keyOf(application));
  return left && /^\/(login|cas)(?=[/?]|$)/.test(left) ? left : undefined;
}

/**
 * The way back: the page that the visitor left, or the application's own page. An application with a homepage begins its sign-in there, with a
 * state of its own. Without either it is our page for its organization.
 */
export function signInLink(application: Linked, organization: string = application.organization): string {
  const left = leftSignIn(application);
  if (left) return left;
  const { signinUrl, homepageUrl } = application;
  if (!isBuiltIn(application))
    return ownPage(signinUrl) ?? ownPage(homepageUrl) ?? ours('login', application.organization);
  return organization === application.organization ? '/login' : ours('login', organization);
}
