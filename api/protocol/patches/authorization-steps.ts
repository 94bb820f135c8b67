import type { KoaContextWithOIDC } from 'oidc-provider';
// @ts-expect-error: the library publishes no types for its inside
import authorizationSteps from 'oidc-provider/lib/actions/authorization/index.js';

export type Step = (ctx: KoaContextWithOIDC, next: () => Promise<unknown>) => unknown;

const endpoints = ['authorization', 'device_authorization', 'pushed_authorization_request'];

/**
 * Puts a step of ours around one of the library's. All instances of the library share its lists of steps.
 *
 * The library has no hook at a single check of an authorization request.
 */
export function wrapStep(name: string, wrap: (step: Step) => Step): void {
  const lists: Step[][] = endpoints.map((endpoint) => authorizationSteps(endpoint));
  const having = lists.filter((steps) => steps.some((step) => step.name === name));
  if (having.length === 0) throw new Error(`oidc-provider has no step ${name}`);
  for (const steps of having)
    for (const [at, step] of steps.entries())
      if (step.name === name) steps[at] = Object.defineProperty(wrap(step), 'name', { value: name });
}
