import type { ComponentType } from 'react';
import type { BarePageProps, PageProps } from './page.ts';
import { SignIn } from './signin/SignIn.tsx';
import type { SubjectSource } from './subject.ts';
import type { Namespace, Word } from './words.ts';

type Load<Props> = () => ComponentType<Props> | Promise<ComponentType<Props>>;

interface CommonRoute {
  /** `:name` is a variable part. */
  path: string;
  namespaces: readonly Namespace[];
}

interface BareRoute extends CommonRoute {
  loadBare: Load<BarePageProps>;
}

interface SubjectRoute extends CommonRoute {
  load: Load<PageProps>;
  subject: SubjectSource;
  /** The text for a missing application. */
  absent?: Word;
}

export type Route = BareRoute | SubjectRoute;

// Sign-in, which most visitors load, is in the first file. Every other page has its own file.
const signIn = { load: () => SignIn, namespaces: ['login'] } as const;
const signUp = {
  load: async () => (await import('./signup-page/SignUp.tsx')).SignUp,
  namespaces: ['login', 'signup'],
  absent: 'signupClosed',
} as const;
const result = {
  load: async () => (await import('./result/Result.tsx')).Result,
  namespaces: ['login', 'signup'],
} as const;
const forgot = {
  load: async () => (await import('./forgot/Forgot.tsx')).Forgot,
  namespaces: ['login', 'signup'],
  absent: 'recoveryClosed',
} as const;

const waiting = { subject: 'path', namespaces: ['login'] } as const;
const callback = { load: async () => (await import('./callback/Callback.tsx')).Callback, ...waiting };

const logout = { load: async () => (await import('./logout/Logout.tsx')).Logout, ...waiting };
const link = {
  load: async () => (await import('./link/LinkPage.tsx')).LinkPage,
  namespaces: ['login'],
} as const;

const prompt = {
  load: async () => (await import('./prompt/PromptPage.tsx')).PromptPage,
  namespaces: ['login', 'signup'],
} as const;
const captcha = {
  loadBare: async () => (await import('./captcha/CaptchaPage.tsx')).CaptchaPage,
  namespaces: ['login'],
} as const;

const preview = {
  loadBare: async () => (await import('./preview/Preview.tsx')).Preview,
  namespaces: ['login', 'signup', 'shop'],
} as const;

const account = {
  loadBare: async () => (await import('./account/AccountPage.tsx')).AccountPage,
  namespaces: ['login', 'signup', 'account', 'factor', 'shop'],
} as const;

const buy = {
  loadBare: async () => (await import('./shop/BuyPage.tsx')).BuyPage,
  namespaces: ['login', 'shop'],
} as const;
const order = {
  loadBare: async () => (await import('./order/ResultPage.tsx')).ResultPage,
  namespaces: ['login', 'shop'],
} as const;

const pricing = {
  loadBare: async () => (await import('./pricing/PricingPage.tsx')).PricingPage,
  namespaces: ['login', 'shop'],
} as const;

export const routes: readonly Route[] = [
  { path: '/account', ...account },
  { path: '/account/:section', ...account },
  { path: '/login', subject: 'path', ...signIn },
  { path: '/login/:owner', subject: 'path', ...signIn },
  { path: '/login/oauth/authorize', subject: 'client', ...signIn },
  { path: '/login/saml/authorize/:admin/:app', subject: 'saml', ...signIn },
  { path: '/logout', ...logout },
  // Service providers without single sign-out open the address as a page.
  { path: '/login/saml/logout/:admin/:name', ...logout },
  { path: '/cas/:owner/:app/login', subject: 'cas', ...signIn },
  { path: '/cas/:owner/:app/logout', ...logout },
  { path: '/callback', ...callback },
  { path: '/callback/saml', ...callback },
  { path: '/callback/oauth/:provider', ...callback },
  { path: '/link/:app', subject: 'path', ...link },
  { path: '/signup', subject: 'path', ...signUp },
  { path: '/signup/:app', subject: 'path', ...signUp },
  { path: '/signup/oauth/authorize', subject: 'client', ...signUp },
  { path: '/auto-signup/oauth/authorize', subject: 'client', ...signUp },
  { path: '/result', subject: 'path', ...result },
  { path: '/result/:app', subject: 'path', ...result },
  { path: '/forget', subject: 'query', ...forgot },
  { path: '/forget/:app', subject: 'path', ...forgot },
  { path: '/prompt', subject: 'path', ...prompt },
  { path: '/prompt/:app', subject: 'path', ...prompt },
  { path: '/captcha/:type', ...captcha },
  { path: '/preview', ...preview },
  { path: '/products/:name/buy', ...buy },
  { path: '/payments/:name/result', ...order },
  { path: '/pricing/:owner/:name', ...pricing },
];

function paramsOf(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return;
  const pairs = wanted.map((part, index) => [part, given[index] as string] as const);
  if (pairs.some(([part, text]) => (part.startsWith(':') ? !text : part !== text))) return;
  const variable = pairs.filter(([part]) => part.startsWith(':'));
  return Object.fromEntries(variable.map(([part, text]) => [part.slice(1), decoded(text)]));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function routeOf(path: string): { route: Route; params: Record<string, string> } | undefined {
  for (const route of routes) {
    const params = paramsOf(route.path, path);
    if (params) return { route, params };
  }
}
