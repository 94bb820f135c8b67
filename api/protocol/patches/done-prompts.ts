import type { KoaContextWithOIDC } from 'oidc-provider';

/**
 * Takes from an authorization request the prompts that its user has answered already, and lets the library open no page.
 *
 * The library knows an answer only after its own redirect to a page and back. It reads the parameter, and the result of a
 * page, from the context at each check; so the answer is written there.
 */
export function settlePrompts({ oidc }: KoaContextWithOIDC, isDone: (prompt: string) => boolean): void {
  const pending = [...oidc.prompts].filter((prompt) => prompt !== 'none' && !isDone(prompt));
  Object.assign(oidc.params as object, { prompt: ['none', ...pending].join(' ') });
}

/** Tells the library that the session is young enough for any client. */
export function noteFreshSignIn({ oidc }: KoaContextWithOIDC): void {
  Object.assign(oidc, { result: { login: {} } });
}
